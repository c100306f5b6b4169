import type { GatewayLimits } from './limits.ts';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';

/** What the sockets of one address have together. */
export interface AddressUse {
  readonly messages: MessageBudget;
  sockets: number;
}

/** How many sockets each address has, and how many messages it sends with all of them. */
export class AddressLimits {
  readonly #limits: GatewayLimits;
  readonly #byAddress = new Map<string, AddressUse>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** Counts a socket in. Nothing when the address has as many as it may. */
  enter(address: string): AddressUse | undefined {
    const use = this.#byAddress.get(address) ?? this.#found(address);
    if (use.sockets >= this.#limits.connectionsPerAddressMax) return undefined;
    use.sockets += 1;
    return use;
  }

  /** Forgets the addresses that have no socket, once they owe nothing: hanging up does not renew what one may send. */
  forgetQuiet(): void {
    for (const [address, { sockets, messages }] of this.#byAddress)
      if (sockets === 0 && messages.isFull()) this.#byAddress.delete(address);
  }

  get size(): number {
    return this.#byAddress.size;
  }

  #found(address: string): AddressUse {
    const { addressMessageBurstMax: burst, addressMessagesPerSecond: perSecond } = this.#limits;
    const use = { sockets: 0, messages: createMessageBudget({ burst, perSecond }) };
    this.#byAddress.set(address, use);
    return use;
  }
}
