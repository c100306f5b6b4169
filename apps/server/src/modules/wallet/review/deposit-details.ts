import type { DepositReview } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { valueDeposit } from './credit-deposit.ts';
import { reviewDeposits } from './deposit-rows.ts';

/** One deposit with what whoever decides on it should know. @throws Problem transaction_not_found. */
export async function readDepositReview(
  platform: Platform,
  { id, caller }: { id: string; caller: Caller },
): Promise<DepositReview> {
  const now = platform.clock.now();
  const { deposit, timeline, proposal } = await atOneMoment(platform.database.kysely, async (moment) => ({
    deposit: (await listDeposits(moment, sql`id = ${id}`))[0],
    timeline: await readTimeline(moment, id),
    proposal: await findProposal(moment, { id, now }),
  }));
  const [shown] = deposit ? await reviewDeposits(platform, [deposit]) : [];
  if (!deposit || !shown) throw new Problem('transaction_not_found');
  const { coins, networks } = await readNetworks(platform);
  const coin = coins.find((each) => each.network === deposit.network && each.contract === deposit.contract);
  const { value, needsTwo } = await valueDeposit(platform, deposit, coin);
  const isDecidable =
    deposit.status === 'held' &&
    coin !== undefined &&
    deposit.userId !== caller.userId &&
    (caller.capabilities?.has('deposits.decide') ?? false);
  const explorer = networks.get(deposit.network)?.txExplorer;
  return {
    ...shown,
    ...{ value, second_person: needsTwo, proposal, timeline },
    explorer: explorer === undefined ? null : `${explorer}${deposit.transactionId}`,
    actions: isDecidable
      ? [
          ...(proposal === null ? (['credit'] as const) : []),
          ...(deposit.userId === null ? (['take'] as const) : []),
        ]
      : [],
  };
}

async function readTimeline(db: QueryExecutorProvider, id: string): Promise<DepositReview['timeline']> {
  const { rows } = await sql<DepositReview['timeline'][number]>`
    select stage, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time from movement_stages
    where movement = ${id} order by id
  `.execute(db);
  return rows;
}

async function findProposal(
  db: QueryExecutorProvider,
  { id, now }: { id: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from approvals
    where kind = 'deposit_credit' and state = 'open' and payload ->> 'deposit' = ${id}
      and (due_at is not null or expires_at > ${now}) limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}
