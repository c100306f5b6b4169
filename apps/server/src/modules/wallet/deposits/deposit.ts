import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { HoldReason } from './judge-deposit.ts';

export type DepositStatus = 'pending' | 'confirming' | 'crediting' | 'completed' | 'failed' | 'held';

/** An output or log that gave something to one of our addresses. Amounts are in the chain's units, those of the ledger as decimals. */
export interface Deposit {
  readonly id: string;
  readonly network: string;
  readonly transactionId: string;
  readonly outputIndex: number;
  readonly address: string;
  readonly memo: string | null;
  readonly userId: string | null;
  readonly coin: string | null;
  readonly contract: string | null;
  readonly chainAmount: bigint;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly status: DepositStatus;
  readonly reason: HoldReason | null;
  readonly booking: number | null;
  readonly loss: 'due' | 'booked' | 'returning' | null;
  readonly lossCount: number;
  readonly blockHeight: number | null;
  /** Whom it is booked to: the house only after an operator's decision. */
  readonly bookedTo: 'owner' | 'house';
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
  readonly seenAt: Date;
  /** The fee and the maximum of when it was first seen. A null fee: its coin was not listed then. */
  readonly feeWhenSeen: string | null;
  readonly maxWhenSeen: string | null;
  readonly updatedAt: Date;
}

const columns = sql`
  deposits.id, deposits.network, deposits.transaction_id as "transactionId", deposits.output_index as "outputIndex",
  deposits.address, deposits.memo, deposits.user_id as "userId", deposits.coin, deposits.contract,
  deposits.chain_amount::text as "chainAmount", trim_scale(deposits.amount)::text as amount,
  trim_scale(deposits.fee)::text as fee, deposits.status, deposits.reason, deposits.booking::float8 as booking,
  deposits.loss, deposits.loss_count as "lossCount", deposits.block_height as "blockHeight",
  deposits.booked_to as "bookedTo", deposits.decided_by as "decidedBy", deposits.decided_at as "decidedAt",
  deposits.decision_reason as "decisionReason", deposits.seen_at as "seenAt", deposits.updated_at as "updatedAt",
  trim_scale(deposits.fee_when_seen)::text as "feeWhenSeen", trim_scale(deposits.max_when_seen)::text as "maxWhenSeen"
`;

type Row = Omit<Deposit, 'chainAmount'> & { readonly chainAmount: string };

/** Deposits by a condition on their table, with what follows it, such as an order. */
export async function listDeposits(
  db: QueryExecutorProvider,
  which: RawBuilder<unknown>,
): Promise<Deposit[]> {
  const { rows } = await sql<Row>`select ${columns} from deposits where ${which}`.execute(db);
  return rows.map((row) => ({ ...row, chainAmount: BigInt(row.chainAmount) }));
}

/** What the books know a deposit by: the same output is the same for ever. */
export function referenceOf({ network, transactionId, outputIndex }: Deposit): string {
  return `tx:${network}:${transactionId}:${outputIndex}`;
}

export function seriesOf(network: string): string {
  return `deposit:${network}`;
}
