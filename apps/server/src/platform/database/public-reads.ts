import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Problem } from '#platform/http/problem.ts';

/** Readings that may wait for a connection. At a few milliseconds each, the last of them waits for under a second. */
export const publicWaitingMax = 200;
const retryAfterSeconds = 1;
const statementTimedOut = '57014';

/**
 * The database for calls that anyone may make without a token. They share a few connections of their own and a bounded queue, so that a flood of them leaves the
 * connections of orders, cancels and followers alone.
 */
export class PublicReads {
  readonly #kysely: Kysely<unknown>;
  readonly #openMax: number;
  #open = 0;

  constructor(pool: pg.Pool) {
    this.#kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    this.#openMax = (pool.options.max ?? 1) + publicWaitingMax;
  }

  /** @throws Problem service_unavailable when too many wait, or when the reading takes too long. */
  async read<Value>(work: (database: Kysely<unknown>) => Promise<Value>): Promise<Value> {
    if (this.#open >= this.#openMax) throw new Problem('service_unavailable', { retryAfterSeconds });
    this.#open += 1;
    try {
      return await work(this.#kysely);
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === statementTimedOut)
        throw new Problem('service_unavailable', { retryAfterSeconds });
      throw error;
    } finally {
      this.#open -= 1;
    }
  }
}
