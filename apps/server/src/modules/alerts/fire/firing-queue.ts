import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReachedAlert } from '../watch/alert-watch.ts';

export interface FiringQueueOptions {
  /** Makes them fire, all or none. */
  readonly fire: (reached: readonly ReachedAlert[]) => Promise<void>;
  /** Gets an alert back that would not fire: it waits again for the next value that reaches it. */
  readonly giveBack: (reached: ReachedAlert) => void;
  readonly log: Logger;
  readonly retryMs?: number;
}

const togetherMax = 50;
const attemptsMax = 6;
const retryMsDefault = 200;

interface Waiting {
  readonly reached: ReachedAlert;
  attempts: number;
}

/**
 * Where alerts that were reached wait to fire, so that trading never waits for them. They fire many at a time; where that fails, one by one, so
 * that one which cannot fire holds up nobody. It holds an alert at most once, for whoever puts it here has taken it out of the watch.
 */
export class FiringQueue {
  readonly #options: FiringQueueOptions;
  #waiting: Waiting[] = [];
  #oneByOne = false;
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(options: FiringQueueOptions) {
    this.#options = options;
  }

  /** Whether everything that was put here has fired. */
  get isIdle(): boolean {
    return this.#running === undefined && this.#waiting.length === 0;
  }

  put(reached: readonly ReachedAlert[]): void {
    if (reached.length === 0) return;
    for (const each of reached) this.#waiting.push({ reached: each, attempts: 0 });
    this.#running ??= this.#run();
  }

  /** Resolves when the queue is empty. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Lets what is under way end: what has not fired by then does at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#oneByOne ? 1 : togetherMax);
      try {
        await this.#options.fire(batch.map(({ reached }) => reached));
        if (batch.length > 1) continue;
        this.#oneByOne = this.#waiting.some(({ attempts }) => attempts > 0);
      } catch (error) {
        this.#options.log.error({ err: error, part: 'alerts', count: batch.length }, 'Alerts did not fire.');
        this.#putOff(batch);
        await this.#rest(batch[0]?.attempts ?? 0);
        if (this.#stopping.signal.aborted) break;
      }
    }
    this.#running = undefined;
  }

  async #rest(attempts: number): Promise<void> {
    const waitMs = (this.#options.retryMs ?? retryMsDefault) * 2 ** attempts;
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #putOff(batch: readonly Waiting[]): void {
    this.#oneByOne = true;
    for (const each of batch) {
      each.attempts += 1;
      if (each.attempts < attemptsMax) this.#waiting.push(each);
      else this.#options.giveBack(each.reached);
    }
  }
}
