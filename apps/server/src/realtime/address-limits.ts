import type { Network } from '#platform/http/address-key.ts';
import { NetworkCounts } from '#platform/http/network-counts.ts';
import type { GatewayLimits } from './limits.ts';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';

/** A socket that was counted in. */
export interface CountedSocket {
  /** What the sockets of its address have together. */
  readonly messages: MessageBudget;
  leave(): void;
}

/** How many sockets each address has, and how many messages it sends with all of them. */
export class AddressLimits {
  readonly #limits: GatewayLimits;
  readonly #sockets: NetworkCounts;
  readonly #messages = new Map<string, MessageBudget>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
    this.#sockets = new NetworkCounts(limits.connectionsPerAddressMax);
  }

  /** Counts a socket in. Nothing when the address, or a wider network, has as many as it may. */
  enter(networks: readonly [Network, ...Network[]]): CountedSocket | undefined {
    const leave = this.#sockets.enter(networks);
    return leave && { messages: this.#messagesOf(networks[0].key), leave };
  }

  /** Forgets the addresses that have no socket, once they owe nothing: hanging up does not renew what one may send. */
  forgetQuiet(): void {
    for (const [address, messages] of this.#messages)
      if (this.#sockets.of(address) === 0 && messages.isFull()) this.#messages.delete(address);
  }

  get size(): number {
    return this.#messages.size;
  }

  #messagesOf(address: string): MessageBudget {
    const known = this.#messages.get(address);
    if (known) return known;
    const { addressMessageBurstMax: burst, addressMessagesPerSecond: perSecond } = this.#limits;
    const messages = createMessageBudget({ burst, perSecond });
    this.#messages.set(address, messages);
    return messages;
  }
}
