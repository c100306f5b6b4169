import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';

/** The coins of which nothing goes out, as they were last read: `/readyz` cannot wait for the database. */
class StandingStops {
  readonly #platform: Pick<Platform, 'database'>;
  coins: readonly string[] = [];

  constructor(platform: Pick<Platform, 'database'>) {
    this.#platform = platform;
  }

  async refresh(): Promise<void> {
    this.coins = await listStopped(this.#platform.database.kysely);
  }
}

export const standingStops = defineService(
  'standing stops',
  (platform: Pick<Platform, 'database' | 'runtime'>) => new StandingStops(platform),
);

export async function listStopped(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ coin: string }>`
    select coin from coin_stops where lifted_at is null order by coin
  `.execute(db);
  return rows.map(({ coin }) => coin);
}

/**
 * Lifts the stop of a coin. Its findings count as explained: while they stay as they are, they stop nothing.
 *
 * @throws Problem coin_not_stopped.
 */
export async function liftStop(
  transaction: QueryExecutorProvider,
  { coin, operatorId, reason }: { coin: string; operatorId: string; reason: string },
): Promise<void> {
  const { rows } = await sql`
    update coin_stops set lifted_at = now(), lifted_by = ${operatorId}, reason = ${reason}
    where coin = ${coin} and lifted_at is null returning id
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('coin_not_stopped');
  await sql`
    update book_findings set explained_at = now(), explained_by = ${operatorId}, explanation = ${reason}
    where coin = ${coin} and ended_at is null and explained_at is null
  `.execute(transaction);
}
