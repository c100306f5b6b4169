import { type Transaction, unlistedCurrency } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { CoinNetwork, Networks } from '#modules/markets/index.ts';
import { changeOf } from '../movements/movement-amounts.ts';
import type { Deposit, DepositStatus } from './deposit.ts';
import { toLedger } from './judge-deposit.ts';

/** What its owner is told of where it stands: that its credit is on its way is no step of theirs, and what is held waits. */
export const depositStatuses: Readonly<Record<DepositStatus, Transaction['status']>> = {
  pending: 'pending',
  held: 'pending',
  confirming: 'confirming',
  crediting: 'confirming',
  completed: 'completed',
  failed: 'failed',
};

/** Deposits as their owner is shown them. Of a token that is not listed nobody knows the decimals. */
export async function depositsOnWire(
  db: QueryExecutorProvider,
  deposits: readonly Deposit[],
  { networks, coins }: Networks,
): Promise<Transaction[]> {
  const heights = await readHeights(db);
  return deposits.map((deposit) => {
    const { network, coin, blockHeight, status } = deposit;
    const listed = coins.find((each) => each.network === network && each.coin === coin);
    const required = listed?.confirmations ?? networks.get(network)?.confirmations ?? 1;
    const height = heights.get(network) ?? 0;
    const confirmations = blockHeight === null ? 0 : Math.max(0, height - blockHeight + 1);
    const amount = bookedAmount(deposit) ?? arrivedAmount(deposit, listed);
    const fee = deposit.fee ?? '0';
    return {
      ...{ id: deposit.id, date: deposit.seenAt.toISOString() },
      updated: Math.floor(deposit.updatedAt.getTime() / 1_000),
      ...{ type: 'deposit' as const, currency: coin ?? unlistedCurrency, network },
      ...(!listed && deposit.contract !== null && { contract: deposit.contract }),
      ...{ amount, fee, change: changeOf({ direction: 'in', amount, fee }) },
      ...{ status: depositStatuses[status], reason: deposit.reason },
      ...{ hash: deposit.transactionId, output_index: deposit.outputIndex },
      ...{ address: deposit.address, memo: deposit.memo, internal: false },
      confirmations: Math.min(confirmations, required),
      confirmations_required: required,
      block_height: blockHeight,
    };
  });
}

/** What arrived, rounded down to the ledger's unit, which the chain's may be finer than; of an unlisted token its smallest units. */
export function arrivedAmount(
  { chainAmount }: Pick<Deposit, 'chainAmount'>,
  listed: Pick<CoinNetwork, 'decimals' | 'ledgerDecimals'> | undefined,
): string {
  if (listed === undefined) return String(chainAmount);
  return formatDecimal(toLedger(chainAmount, listed).amount, listed.ledgerDecimals);
}

/** What is or will be booked, which the ledger may count less finely than the chain; undefined before that is settled. */
function bookedAmount({ status, amount }: Deposit): string | undefined {
  return status === 'crediting' || status === 'completed' ? (amount ?? undefined) : undefined;
}

export async function readHeights(db: QueryExecutorProvider): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ network: string; height: number }>`
    select network, height from chain_checkpoints
  `.execute(db);
  return new Map(rows.map(({ network, height }) => [network, height]));
}
