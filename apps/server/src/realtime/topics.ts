import type { ServerMessage, SubscriptionName, subscriptions } from '@emporion/contracts/sockets';
import type { z } from 'zod';
import type { Caller } from '#platform/http/caller.ts';

/** Whoever asked for a subscription, as the topic sees them. */
export interface Subscriber {
  /** Never null for a private topic. */
  readonly caller: Caller | null;
  send(message: ServerMessage): void;
  /** Sends a message that is JSON already, so that what many follow is encoded once. */
  sendEncoded(message: Buffer): void;
  /** What waits to be sent to it. One that reads too slowly is left out until it has caught up. */
  unsentBytes(): number;
}

/** Ends a subscription; after it the topic sends nothing more. */
export type Unsubscribe = () => void;

type ParamsOf<Name extends SubscriptionName> = z.output<(typeof subscriptions)[Name]['params']>;

/** One thing that can be subscribed to. Whether it is private, and its params, stand in the contract. */
export interface Topic<Name extends SubscriptionName = SubscriptionName> {
  readonly name: Name;
  /** Sends the whole state with sequence 0, then every change, until the returned function is called. */
  open(subscriber: Subscriber, params: ParamsOf<Name>): Unsubscribe | Promise<Unsubscribe>;
}

type OpenTopic = (subscriber: Subscriber, params: unknown) => Unsubscribe | Promise<Unsubscribe>;

/** What modules offer, by name. */
export class Topics {
  readonly #topics = new Map<SubscriptionName, OpenTopic>();
  readonly #followed = new Map<string, number>();

  register<Name extends SubscriptionName>(topic: Topic<Name>): void {
    if (this.#topics.has(topic.name)) throw new Error(`The topic ${topic.name} is registered twice.`);
    // The session parses params by the contract's schema of the same name before it opens the topic.
    this.#topics.set(topic.name, async (subscriber, params) => {
      const unsubscribe = await topic.open(subscriber, params as ParamsOf<Name>);
      return this.#counted(params, unsubscribe);
    });
  }

  find(name: SubscriptionName): OpenTopic | undefined {
    return this.#topics.get(name);
  }

  /** Whether anybody follows something of a pair, whatever the topic. */
  isFollowed(pair: string): boolean {
    return this.#followed.has(pair);
  }

  #counted(params: unknown, unsubscribe: Unsubscribe): Unsubscribe {
    const { pair } = params as { readonly pair?: string };
    if (pair === undefined) return unsubscribe;
    this.#followed.set(pair, (this.#followed.get(pair) ?? 0) + 1);
    let left = false;
    return () => {
      unsubscribe();
      if (left) return;
      left = true;
      const others = (this.#followed.get(pair) ?? 1) - 1;
      if (others === 0) this.#followed.delete(pair);
      else this.#followed.set(pair, others);
    };
  }
}
