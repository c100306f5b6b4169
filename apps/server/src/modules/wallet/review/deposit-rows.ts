import type { ReviewedDeposit } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { arrivedAmount, depositStatuses, readHeights } from '../deposits/deposit-wire.ts';

/** Deposits as staff see them. */
export async function reviewDeposits(
  platform: Platform,
  deposits: readonly Deposit[],
): Promise<ReviewedDeposit[]> {
  const { kysely } = platform.database;
  const { networks, coins } = await readNetworks(platform);
  const heights = await readHeights(kysely);
  const names = await readNames(platform, deposits);
  return deposits.map((deposit) => {
    const { id, network, coin, contract, userId, blockHeight, decidedBy, decidedAt } = deposit;
    const listed = coins.find((each) => each.network === network && each.contract === contract);
    const required = listed?.confirmations ?? networks.get(network)?.confirmations ?? 1;
    const height = heights.get(network) ?? 0;
    const confirmations = blockHeight === null ? 0 : Math.max(0, height - blockHeight + 1);
    const username = userId === null ? undefined : names.get(userId);
    return {
      ...{ id, date: deposit.seenAt.toISOString(), updated: deposit.updatedAt.toISOString() },
      ...{ network, currency: coin ?? listed?.coin ?? null, contract },
      amount: listed ? arrivedAmount(deposit, listed) : null,
      chain_amount: String(deposit.chainAmount),
      fee: deposit.fee,
      user: userId === null ? null : { id: userId, username: username ?? '' },
      ...{ address: deposit.address, memo: deposit.memo },
      ...{ hash: deposit.transactionId, output_index: deposit.outputIndex },
      ...{ status: depositStatuses[deposit.status], stage: deposit.status, reason: deposit.reason },
      confirmations: Math.min(confirmations, required),
      confirmations_required: required,
      block_height: blockHeight,
      decision:
        decidedBy === null || decidedAt === null
          ? null
          : {
              action: deposit.bookedTo === 'house' ? ('take' as const) : ('credit' as const),
              by: decidedBy,
              reason: deposit.decisionReason ?? '',
              time: decidedAt.toISOString(),
            },
    };
  });
}

async function readNames(
  { database }: Platform,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any (${deposits.map(({ userId }) => userId)}::uuid[])
  `.execute(database.kysely);
  return new Map(rows.map(({ id, username }) => [id, username]));
}
