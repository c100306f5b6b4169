import type { ReviewedWithdrawal } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { changeOf } from '../movements/movement-amounts.ts';
import { cancellable, type Withdrawal, withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { reasonOf } from '../withdrawals/withdrawal-reason.ts';

/** Its transaction waits for a person, whatever the network does. */
const waitsForPerson = sql`('fee_ceiling', 'fee_funds', 'signer_refusal', 'refused', 'review')`;

/** Of `paid`, the payout of a withdrawal: longer without a block than its network allows, or a person must look. */
export const isStuck = sql`(
  paid.status in ('built', 'signed', 'broadcast') and (
    paid.waits_for in ${waitsForPerson}
    or (paid.raw <> '' and paid.waiting_since <= now() - chain.bump_after_minutes * interval '1 minute')
  )
)`;

/**
 * What every list of withdrawals is read from: the withdrawal as `own`, its network as `chain` and its payout as `paid`. What only columns need is looked up there:
 * with eight tables the planner tries every order of them, which takes ten times as long as the page.
 */
export const reviewedFrom = sql`
  withdrawals own
  join users on users.id = own.user_id
  left join blockchains chain on chain.code = own.network
  left join payouts paid on paid.id = own.payout_id
`;

const bankTransaction = sql`(select bank_transaction from bank_payouts told where told.withdrawal_id = own.id)`;
const tip = sql`(select height from chain_checkpoints tip where tip.network = own.network)`;
const ofCoin = sql`(
  select here.confirmations from coin_blockchains here where here.blockchain = own.network and here.coin = own.coin
)`;

const columns = sql`
  own.id, own.user_id as "userId", users.username, own.client_id as "clientId", own.coin, own.network, own.address, own.memo, own.holder,
  trim_scale(own.amount)::text as amount, trim_scale(own.fee)::text as fee, trim_scale(own.value)::text as value, own.status,
  own.waits_for as "waitsFor", own.reason, own.code_confirmed_at as "codeConfirmedAt", own.recipient, own.hold_reason as "holdReason",
  own.is_approved as "isApproved", own.decided_by as "decidedBy", own.decided_at as "decidedAt", own.decision_reason as "decisionReason",
  own.created_at as "createdAt", own.updated_at as "updatedAt",
  paid.waits_for as "payoutWaitsFor", coalesce(paid.transaction_id, ${bankTransaction}) as hash, paid.block_height::float8 as "blockHeight",
  coalesce(greatest(${tip} - paid.block_height + 1, 0), 0)::float8 as confirmations,
  coalesce(${ofCoin}, chain.confirmations, 0) as required,
  coalesce(own.value > (select payout_two_people_above from treasury_policy), true) as "needsTwo",
  coalesce(${isStuck}, false) as "isStuck",
  exists (select from payouts variant where variant.root = paid.root and variant.cancel_reason is not null) as "isCalledOff"
`;

type Row = Pick<
  Withdrawal,
  | 'id'
  | 'userId'
  | 'clientId'
  | 'coin'
  | 'network'
  | 'address'
  | 'memo'
  | 'holder'
  | 'amount'
  | 'fee'
  | 'value'
  | 'status'
  | 'waitsFor'
  | 'reason'
  | 'codeConfirmedAt'
  | 'recipient'
  | 'createdAt'
  | 'updatedAt'
> & {
  readonly username: string;
  readonly holdReason: string | null;
  readonly isApproved: boolean | null;
  /** Null: nobody has decided. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
  readonly payoutWaitsFor: string | null;
  readonly hash: string | null;
  readonly blockHeight: number | null;
  readonly confirmations: number;
  readonly required: number;
  readonly needsTwo: boolean;
  readonly isStuck: boolean;
  readonly isCalledOff: boolean;
};

/** Withdrawals as staff see them, in one question for all; `which` is a condition on `own`, with what follows it, such as an order. */
export async function reviewWithdrawals(
  db: QueryExecutorProvider,
  which: RawBuilder<unknown>,
): Promise<ReviewedWithdrawal[]> {
  const { rows } = await sql<Row>`select ${columns} from ${reviewedFrom} where ${which}`.execute(db);
  return rows.map(onWire);
}

/** @throws Problem transaction_not_found. */
export async function reviewWithdrawal(db: QueryExecutorProvider, id: string): Promise<ReviewedWithdrawal> {
  const [found] = await reviewWithdrawals(db, sql`own.id = ${id}`);
  if (!found) throw new Problem('transaction_not_found');
  return found;
}

type HoldReason = ReviewedWithdrawal['hold_reasons'][number];
const holdReasons: Readonly<Record<string, HoldReason>> = {
  large_amount: 'amount',
  unknown_value: 'unknown_value',
  new_device: 'new_device',
  velocity: 'velocity',
  account_switched_off: 'account_switched_off',
  signed_before: 'signed_before',
  staff: 'staff',
};

function onWire(row: Row): ReviewedWithdrawal {
  const { id, coin, network, amount, fee, address, memo, holder, status, holdReason, decidedBy, decidedAt } =
    row;
  const known = holdReason === null ? undefined : holdReasons[holdReason];
  return {
    ...{ id, date: row.createdAt.toISOString(), updated: Math.floor(row.updatedAt.getTime() / 1_000) },
    ...{ type: 'withdrawal', currency: coin, network, amount, fee, address, memo, holder },
    change: changeOf({ direction: 'out', amount, fee }),
    status: withdrawalStatuses[status],
    reason: reasonOf(row, row.payoutWaitsFor),
    ...{ hash: row.hash, output_index: null, block_height: row.blockHeight },
    confirmations: Math.min(row.confirmations, row.required),
    confirmations_required: row.required,
    stage: status === 'new' ? 'requested' : status,
    client_id: row.clientId,
    total: sumOf(amount, fee),
    cancellable: cancellable.includes(status),
    internal: row.recipient !== null,
    user: { id: row.userId, username: row.username },
    hold_reasons: known === undefined ? [] : [known],
    held_since: status === 'held' ? row.updatedAt.toISOString() : null,
    value: row.value,
    second_person: row.needsTwo,
    stuck: row.isStuck,
    called_off: row.isCalledOff,
    decision:
      decidedBy === null || decidedAt === null
        ? null
        : {
            ...{ approved: row.isApproved === true, by: decidedBy, reason: row.decisionReason ?? '' },
            time: decidedAt.toISOString(),
          },
  };
}

const finest = 18;

/** Decimals of the database, added without a float between. */
function sumOf(first: string, second: string): string {
  const units = [first, second].map((text) => {
    const parsed = parseDecimal(text, finest);
    return parsed.ok ? parsed.value : 0n;
  });
  return formatDecimal((units[0] ?? 0n) + (units[1] ?? 0n), finest);
}
