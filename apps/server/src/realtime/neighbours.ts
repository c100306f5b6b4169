import type { GatewayLimits } from './limits.ts';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';

/** What the sockets of one address have together. */
export interface Neighbourhood {
  readonly messages: MessageBudget;
  sockets: number;
}

/** How many sockets each address has, and how many messages it sends with all of them. */
export class Neighbours {
  readonly #limits: GatewayLimits;
  readonly #byAddress = new Map<string, Neighbourhood>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** Counts a socket in. Nothing when the address has as many as it may. */
  enter(address: string): Neighbourhood | undefined {
    const neighbourhood = this.#byAddress.get(address) ?? this.#found(address);
    if (neighbourhood.sockets >= this.#limits.connectionsPerAddressMax) return undefined;
    neighbourhood.sockets += 1;
    return neighbourhood;
  }

  /** Forgets the addresses that have no socket, once they owe nothing: hanging up does not renew what one may send. */
  forgetQuiet(): void {
    for (const [address, { sockets, messages }] of this.#byAddress)
      if (sockets === 0 && messages.isFull()) this.#byAddress.delete(address);
  }

  get size(): number {
    return this.#byAddress.size;
  }

  #found(address: string): Neighbourhood {
    const { addressMessageBurstMax: burst, addressMessagesPerSecond: perSecond } = this.#limits;
    const neighbourhood = { sockets: 0, messages: createMessageBudget({ burst, perSecond }) };
    this.#byAddress.set(address, neighbourhood);
    return neighbourhood;
  }
}
