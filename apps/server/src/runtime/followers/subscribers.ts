import type { BatchFollower, CommittedBatch, Following } from '#platform/runtime.ts';
import { EphemeralFollower, type FollowedSource } from './ephemeral-follower.ts';

type Listener = (batch: CommittedBatch) => void;

/**
 * Everybody in this process who is told of committed batches. In two phases, whatever was added first: models that people are answered from, and then
 * those who only notify, which may therefore look at the models.
 */
export class Subscribers {
  readonly #source: FollowedSource;
  readonly #models = new Set<Listener>();
  readonly #notifiers = new Set<Listener>();

  constructor(source: FollowedSource) {
    this.#source = source;
  }

  /** @throws what a model throws that is to stop the process. */
  publish(batch: CommittedBatch): void {
    for (const model of this.#models) model(batch);
    for (const notify of this.#notifiers) {
      try {
        notify(batch);
      } catch (error) {
        this.#source.log.error({ err: error, batch: batch.number }, 'a listener of the journal failed');
      }
    }
  }

  onCommitted(listener: Listener): () => void {
    return add(this.#notifiers, listener);
  }

  follow(follower: BatchFollower): Following {
    const following = new EphemeralFollower(follower, this.#source);
    const phase = follower.whenItFails === 'log' ? this.#notifiers : this.#models;
    const leave = add(phase, (batch) => following.take(batch));
    return {
      ready: following.ready,
      get isReady() {
        return following.isReady;
      },
      stop: () => {
        leave();
        following.stop();
      },
    };
  }
}

function add(listeners: Set<Listener>, listener: Listener): () => void {
  // A wrapper, so that a listener added twice is two listeners.
  const entry: Listener = (batch) => listener(batch);
  listeners.add(entry);
  return () => listeners.delete(entry);
}
