import type { ServerMessage, SubscriptionName, subscriptions } from '@emporion/contracts/sockets';
import type { z } from 'zod';
import type { Caller } from '#platform/http/caller.ts';

/** Whoever asked for a subscription, as the topic sees them. */
export interface Subscriber {
  /** Never null for a private topic. */
  readonly caller: Caller | null;
  send(message: ServerMessage): void;
  /** Sends a message that is a `textFrame` already, so that what many follow is encoded once. */
  sendFrame(frame: Buffer): void;
  /** What waits to be sent to it. One that reads too slowly is left out until it has caught up. */
  unsentBytes(): number;
}

/** A subscription that is open. */
export interface Following {
  /** Sends the whole state once more, with sequence 0: that is how a client recovers from a gap. */
  again(): void;
  /** After it the topic sends nothing more. */
  leave(): void;
}

type ParamsOf<Name extends SubscriptionName> = z.output<(typeof subscriptions)[Name]['params']>;

/** One thing that can be subscribed to. Whether it is private, and its params, stand in the contract. */
export interface Topic<Name extends SubscriptionName = SubscriptionName> {
  readonly name: Name;
  /** Sends the whole state with sequence 0, then every change, until it is left. */
  open(subscriber: Subscriber, params: ParamsOf<Name>): Following | Promise<Following>;
}

type OpenTopic = (subscriber: Subscriber, params: unknown) => Promise<Following>;

/** What modules offer, by name. */
export class Topics {
  readonly #topics = new Map<SubscriptionName, OpenTopic>();
  readonly #followed = new Map<string, number>();

  register<Name extends SubscriptionName>(topic: Topic<Name>): void {
    if (this.#topics.has(topic.name)) throw new Error(`The topic ${topic.name} is registered twice.`);
    // The session parses params by the contract's schema of the same name before it opens the topic.
    this.#topics.set(topic.name, async (subscriber, params) => {
      const following = await topic.open(subscriber, params as ParamsOf<Name>);
      return this.#counted(params, following);
    });
  }

  find(name: SubscriptionName): OpenTopic | undefined {
    return this.#topics.get(name);
  }

  /** Whether anybody follows something of a pair, whatever the topic. */
  isFollowed(pair: string): boolean {
    return this.#followed.has(pair);
  }

  #counted(params: unknown, { again, leave }: Following): Following {
    const { pair } = params as { readonly pair?: string };
    if (pair === undefined) return { again, leave };
    this.#followed.set(pair, (this.#followed.get(pair) ?? 0) + 1);
    let left = false;
    return {
      again,
      leave: () => {
        leave();
        if (left) return;
        left = true;
        const others = (this.#followed.get(pair) ?? 1) - 1;
        if (others === 0) this.#followed.delete(pair);
        else this.#followed.set(pair, others);
      },
    };
  }
}
