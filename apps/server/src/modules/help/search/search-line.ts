import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import { Problem } from '#platform/http/problem.ts';

/** Half of the connections for public reads: a misspelt word takes a core for tens of milliseconds, and charts need the others. */
const atOnceMax = 2;
/** Somebody who types fast, and a few colleagues in the same network. */
const waitingMax = 10;
/** Under way and waiting, of everybody: with more, whoever comes last would wait for longer than they look at the page. */
const lineMax = 60;

/** Searches stand in a line of their own, so that many of them delay nothing else. */
export class SearchLine {
  readonly #turns = new FairTurns(atOnceMax, waitingMax);
  #length = 0;

  /** @throws Problem service_unavailable where too many wait, rate_limit_exceeded where too many of this network do. */
  async run<Value>(network: string, search: () => Promise<Value>): Promise<Value> {
    if (this.#length >= lineMax) throw new Problem('service_unavailable', { retryAfterSeconds: 2 });
    this.#length += 1;
    try {
      return await this.#turns.run(network, search);
    } finally {
      this.#length -= 1;
    }
  }
}
