import { setTimeout as wait } from 'node:timers/promises';
import { connectDatabase } from '../product.ts';

type Database = Awaited<ReturnType<typeof connectDatabase>>;
type Client = Pick<Database['pool'], 'query'> & { release(): void };

/** Longer than any step takes on a busy machine. */
const patienceMs = 300_000;
const lockNumber = 778_001;

/**
 * Holds whoever takes a chosen step until it is let go, from outside the product: a trigger of the test waits for a lock that the test has. So a process is
 * killed between two steps, and not at some time near them.
 */
export class StepPause<Point extends string = string> {
  readonly #database: Database;
  readonly #holder: Client;

  private constructor(database: Database, holder: Client) {
    this.#database = database;
    this.#holder = holder;
  }

  /** The triggers call `test_pause` with the name of their step, or `test_pause_at`, whose argument it is. */
  static async open<Point extends string>(url: string, triggers: string): Promise<StepPause<Point>> {
    const database = await connectDatabase(url);
    await database.pool.query(`
      create table test_pause (point text not null);
      create function test_pause(here text) returns void language plpgsql as $$
      begin
        if exists (select from test_pause where point = here) then
          perform pg_advisory_xact_lock_shared(${lockNumber});
        end if;
      end $$;
      create function test_pause_at() returns trigger language plpgsql as $$
      begin
        perform test_pause(tg_argv[0]);
        return new;
      end $$;
      ${triggers}
    `);
    return new StepPause(database, await database.pool.connect());
  }

  async arm(point: Point): Promise<void> {
    await this.#holder.query('select pg_advisory_lock($1)', [lockNumber]);
    await this.#database.pool.query('insert into test_pause values ($1)', [point]);
  }

  /** The connection that waits at the step. */
  async paused(): Promise<number> {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
      const { rows } = await this.#database.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [lockNumber],
      );
      if (rows[0]) return rows[0].pid;
      await wait(20);
    }
    throw new Error(`Nothing came to the step: ${JSON.stringify(await this.query('table test_pause'))}`);
  }

  /** Lets the step be committed, or with a connection to end takes it back: what a server that is killed had sent may have come through or not. */
  async release(lostPid?: number): Promise<void> {
    await this.#database.pool.query('delete from test_pause');
    if (lostPid !== undefined) await this.#database.pool.query('select pg_terminate_backend($1)', [lostPid]);
    await this.#holder.query('select pg_advisory_unlock($1)', [lockNumber]);
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#database.pool.query<Row>(text, values)).rows;
  }

  async close(): Promise<void> {
    this.#holder.release();
    await this.#database.close();
  }
}
