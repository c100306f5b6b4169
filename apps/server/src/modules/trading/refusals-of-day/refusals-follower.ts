import type pg from 'pg';
import { executorOn } from '#platform/database/executor-on.ts';
import type { DurableFollower } from '#runtime/followers/index.ts';
import {
  countRefusals,
  type RefusalCounts,
  readRefusals,
  refusalHistory,
  refusalHistoryVersion,
} from './refusal-counts.ts';

/** How often each account was refused on the newest day, so that a restart does not let it begin at zero again. */
export const refusalsFollower: DurableFollower = {
  name: refusalHistory,
  version: refusalHistoryVersion,
  tables: ['refusals_of_day'],
  open: async (client) => {
    // Only what was counted since the last write is in memory: the database adds it to what it has.
    const added: RefusalCounts = {
      day: (await readRefusals(executorOn(client))).counts.day,
      byAccount: new Map(),
    };
    return {
      apply: (batch) => countRefusals(added, batch),
      write: async (connection) => {
        if (added.byAccount.size === 0) return;
        await addRefusals(connection, added);
        added.byAccount.clear();
      },
    };
  },
};

async function addRefusals(client: pg.ClientBase, { day, byAccount }: RefusalCounts): Promise<void> {
  await client.query({
    name: 'forget-refusals',
    text: 'DELETE FROM refusals_of_day WHERE day < $1',
    values: [day],
  });
  await client.query({
    name: 'add-refusals',
    text: `INSERT INTO refusals_of_day AS kept (day, account, refused)
      SELECT $1::integer, account, refused FROM unnest($2::text[], $3::integer[]) AS added (account, refused)
      ON CONFLICT (day, account) DO UPDATE SET refused = kept.refused + excluded.refused`,
    values: [day, [...byAccount.keys()], [...byAccount.values()]],
  });
}
