import type { Dashboard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { oneAtATime } from '#platform/concurrency/shared-answer.ts';
import type { App } from '#platform/http/app.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { Platform } from '#platform/platform.ts';

type Refusals = Dashboard['refusals'];

/** So late the dashboard is at most, and so much of the counts a crash loses. */
const writeMs = 30_000;
const keptDays = '7';
const listedMax = 20;

/** Writes down how often people were refused what, so that a restart does not begin at zero. */
export function keepRefusals(app: App, platform: Platform): void {
  const write = oneAtATime(refusalsWriter(platform));
  whileListening(app, () => {
    const timer = setInterval(() => {
      write().catch((err: unknown) =>
        platform.log.warn({ part: 'dashboard', err }, 'refusals could not be counted'),
      );
    }, writeMs).unref();
    return {
      stop: async () => {
        clearInterval(timer);
        await write().catch(() => undefined);
      },
    };
  });
}

type Needs = Pick<Platform, 'metrics' | 'database' | 'clock'>;

/** Each call adds what came since the last one that went well. */
export function refusalsWriter({ metrics, database, clock }: Needs): () => Promise<void> {
  let written = new Map(metrics.refusals);
  return async () => {
    const counted = new Map(metrics.refusals);
    const added = [...counted].flatMap(([code, count]) => {
      const refused = count - (written.get(code) ?? 0);
      return refused > 0 ? [{ code, refused }] : [];
    });
    if (added.length === 0) return;
    const now = clock.now();
    await sql`
      with forgotten as (
        delete from refusals_by_hour where hour < ${now}::timestamptz - interval '${sql.raw(keptDays)} days'
      )
      insert into refusals_by_hour as kept (hour, code, refused)
      select date_trunc('hour', ${now}::timestamptz, 'UTC'), code, refused
      from unnest(${added.map(({ code }) => code)}::text[], ${added.map(({ refused }) => refused)}::bigint[]) as added (code, refused)
      on conflict (hour, code) do update set refused = kept.refused + excluded.refused
    `.execute(database.kysely);
    written = counted;
  };
}

/** The codes of this hour and the 23 before it, the most frequent first. There are as many rows as hours and codes, however often people were refused. */
export async function readRefusals(db: QueryExecutorProvider, now: Date): Promise<Refusals> {
  const { rows } = await sql<{ code: string; count: number }>`
    select code, sum(refused)::float8 as count from refusals_by_hour
    where hour > date_trunc('hour', ${now}::timestamptz, 'UTC') - interval '1 day'
    group by code order by count desc, code
  `.execute(db);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    codes: rows.slice(0, listedMax),
  };
}
