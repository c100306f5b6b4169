import type { Network } from '#platform/http/address-key.ts';
import { NetworkCounts } from '#platform/http/network-counts.ts';
import { NetworkMembers } from '#platform/http/network-members.ts';
import type { GatewayLimits } from './limits.ts';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';

/** A socket that was counted in. */
export interface CountedSocket {
  /** What the sockets of its address have together. */
  readonly messages: MessageBudget;
  /** Says whether it speaks for a user: then it does not make room for others. */
  setKnown(isKnown: boolean): void;
  /** May be called again. */
  leave(): void;
}

/** A socket that speaks for nobody. */
interface Stranger {
  readonly drop: () => void;
  readonly leave: () => void;
}

/** How many sockets each address has, and how many messages it sends with all of them. */
export class AddressLimits {
  readonly #limits: GatewayLimits;
  readonly #sockets: NetworkCounts;
  readonly #strangers = new NetworkMembers<Stranger>();
  readonly #messages = new Map<string, MessageBudget>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
    this.#sockets = new NetworkCounts(limits.connectionsPerAddressMax);
  }

  /**
   * Counts a socket in. Where its address, or a wider network, has as many as it may, the oldest there that speaks for nobody
   * is told to `drop` and makes room: a newcomer has had no time yet to show a token. Nothing when there is none.
   */
  enter(networks: readonly [Network, ...Network[]], drop: () => void): CountedSocket | undefined {
    const full = this.#sockets.fullOf(networks);
    const oldest = full === undefined ? undefined : this.#strangers.find(full);
    oldest?.leave();
    oldest?.drop();
    const uncount = this.#sockets.enter(networks);
    if (uncount === undefined) return undefined;
    let isIn = true;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      this.#strangers.delete(networks, stranger);
      uncount();
    };
    const stranger: Stranger = { drop, leave };
    const setKnown = (isKnown: boolean) => {
      if (isKnown) this.#strangers.delete(networks, stranger);
      else if (isIn) this.#strangers.add(networks, stranger);
    };
    setKnown(false);
    return { messages: this.#messagesOf(networks[0].key), setKnown, leave };
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
