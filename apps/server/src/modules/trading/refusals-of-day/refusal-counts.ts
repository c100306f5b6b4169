import { type QueryExecutorProvider, sql } from 'kysely';
import type { CommittedBatch } from '#platform/runtime.ts';

/** Who writes the table of refusals. */
export const refusalHistory = 'refusals-of-day';
/** What its code makes of the journal. */
export const refusalHistoryVersion = 1;

const dayMs = 86_400_000;

/** The day of UTC, counted since 1970. */
export const dayOf = (at: number) => Math.floor(at / dayMs);

/** How often each account was refused on the newest day of the journal on which anybody was. Days before it are forgotten. */
export interface RefusalCounts {
  day: number;
  readonly byAccount: Map<string, number>;
}

/** The keys of what users send under ids of their own, and in them the user. */
const userKey = /^(?:order|amend|swap):([^:]+):/u;

/** Counts the refusals of a batch. The exchange's time never goes back, so an earlier day does not come again. */
export function countRefusals(counts: RefusalCounts, { events }: Pick<CommittedBatch, 'events'>): void {
  for (const event of events) {
    if (event.kind !== 'CommandRejected') continue;
    const account = userKey.exec(event.key)?.[1];
    if (account === undefined) continue;
    const day = dayOf(event.acceptedAt);
    if (day > counts.day) {
      counts.day = day;
      counts.byAccount.clear();
    }
    counts.byAccount.set(account, (counts.byAccount.get(account) ?? 0) + 1);
  }
}

/** What the table has and the batch up to which it has it, in one look. Nothing, of batch 0, while another release's table is still there. */
export async function readRefusals(
  database: QueryExecutorProvider,
): Promise<{ batch: number; counts: RefusalCounts }> {
  const { rows } = await sql<{
    batch: number;
    day: number | null;
    account: string | null;
    refused: number | null;
  }>`
    select batch::float8 as batch, day, account, refused from follower_checkpoints
    left join refusals_of_day on true where name = ${refusalHistory} and version = ${refusalHistoryVersion}
  `.execute(database);
  const counts: RefusalCounts = { day: 0, byAccount: new Map() };
  for (const { day, account, refused } of rows) {
    if (day === null || account === null || refused === null) continue;
    counts.day = day;
    counts.byAccount.set(account, refused);
  }
  return { batch: rows[0]?.batch ?? 0, counts };
}
