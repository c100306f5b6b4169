import type { DepositReview } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
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
  const { kysely } = platform.database;
  const [deposit] = await listDeposits(kysely, sql`id = ${id}`);
  const [shown] = deposit ? await reviewDeposits(platform, [deposit]) : [];
  if (!deposit || !shown) throw new Problem('transaction_not_found');
  const { coins, networks } = await readNetworks(platform);
  const coin = coins.find((each) => each.network === deposit.network && each.contract === deposit.contract);
  const { value, needsTwo } = await valueDeposit(platform, deposit, coin);
  const { rows: timeline } = await sql<DepositReview['timeline'][number]>`
    select stage, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time from movement_stages
    where movement = ${id} order by id
  `.execute(kysely);
  const { rows: proposals } = await sql<{ id: string }>`
    select id from approvals
    where kind = 'deposit_credit' and state = 'open' and payload ->> 'deposit' = ${id}
      and (due_at is not null or expires_at > ${platform.clock.now()}) limit 1
  `.execute(kysely);
  const proposal = proposals[0]?.id ?? null;
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
