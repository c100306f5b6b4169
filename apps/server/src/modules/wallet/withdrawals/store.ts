import { type QueryExecutorProvider, sql } from 'kysely';
import {
  cancellable,
  type HoldReason,
  type Withdrawal,
  type WithdrawalBooks,
  type WithdrawalStatus,
} from './withdrawal.ts';

const columns = sql`
  id, user_id as "userId", client_id as "clientId", coin, network, address, memo, holder,
  (select bank from bank_payouts where withdrawal_id = id) as bank,
  trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, trim_scale(value)::text as value,
  status, books, waits_for as "waitsFor", reason, code_confirmed_at as "codeConfirmedAt", wrong_codes as "wrongCodes",
  link_expires_at as "linkExpiresAt", coalesce(link_sent_at, code_confirmed_at) as "linkSentAt", recipient, payout_id as "payoutId", fee_kept as "feeKept", created_at as "createdAt", updated_at as "updatedAt"
`;

export interface NewWithdrawal
  extends Pick<
    Withdrawal,
    'userId' | 'clientId' | 'coin' | 'network' | 'address' | 'memo' | 'amount' | 'fee' | 'value' | 'recipient'
  > {
  readonly origin: { readonly address: string; readonly device: string };
  /** Of a bank account. */
  readonly holder?: string | null;
  readonly isNewDevice: boolean;
  readonly now: Date;
}

/** Undefined when another one of the user waits for its code, or has this client id. */
export async function insertWithdrawal(
  db: QueryExecutorProvider,
  withdrawal: NewWithdrawal,
): Promise<Withdrawal | undefined> {
  const { userId, clientId, coin, network, address, memo, amount, fee, value, recipient, origin, now } =
    withdrawal;
  const { holder = null } = withdrawal;
  const { rows } = await sql<Withdrawal>`
    insert into withdrawals (
      user_id, client_id, coin, network, address, memo, holder, amount, fee, value, recipient, from_address, from_device, from_new_device,
      status, books, created_at, updated_at
    ) values (
      ${userId}, ${clientId}, ${coin}, ${network}, ${address}, ${memo}, ${holder}, ${amount}::numeric, ${fee}::numeric,
      ${value}::numeric, ${recipient}, ${origin.address}, ${origin.device}, ${withdrawal.isNewDevice},
      ${recipient === null ? 'new' : 'requested'}, ${recipient === null ? 'holding' : 'none'}, ${now}, ${now}
    )
    on conflict do nothing
    returning ${columns}
  `.execute(db);
  return rows[0];
}

export async function findWithdrawal(db: QueryExecutorProvider, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`select ${columns} from withdrawals where id = ${id}`.execute(db);
  return rows[0];
}

/** The same, kept from everybody else until the transaction ends. */
export async function lockWithdrawal(db: QueryExecutorProvider, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals where id = ${id} for update
  `.execute(db);
  return rows[0];
}

export async function findByClientId(
  db: QueryExecutorProvider,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals where user_id = ${userId} and client_id = ${clientId}
  `.execute(db);
  return rows[0];
}

export async function findByLink(
  db: QueryExecutorProvider,
  linkHash: Buffer,
): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals where link_hash = ${linkHash} for update
  `.execute(db);
  return rows[0];
}

/** Those of a user of which nothing may have left yet. */
export async function listOpenOf(db: QueryExecutorProvider, userId: string): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals
    where user_id = ${userId} and status = any (${[...cancellable, 'built']}::text[])
  `.execute(db);
  return rows;
}

/** By the name that people know it by. In the caller's transaction: whoever waits for a second connection while holding one can wait for all others who do. */
export async function networkName(db: QueryExecutorProvider, code: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from blockchains where code = ${code}`.execute(db);
  return rows[0]?.name ?? code;
}

/** All of them, by code. */
export async function networkNames(db: QueryExecutorProvider): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from blockchains`.execute(db);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

export interface WithdrawalChange {
  readonly status?: WithdrawalStatus;
  readonly books?: WithdrawalBooks;
  /** Null: it waits for nothing. */
  readonly waitsFor?: string | null;
  readonly reason?: string | null;
  readonly payoutId?: string | null;
  readonly feeKept?: true;
  readonly holdReason?: HoldReason;
  /** An operator's, kept as it was said. */
  readonly decision?: { readonly isApproved: boolean; readonly by: string; readonly reason: string };
  /** The transaction that was to pay it can never be mined: only then a signed one goes back into the queue. */
  readonly hasExpired?: true;
}

/**
 * Takes a step, if it still stands where the caller saw it. The database refuses a step that does not exist.
 *
 * @returns undefined when somebody else was quicker.
 */
export async function changeWithdrawal(
  db: QueryExecutorProvider,
  seen: Pick<Withdrawal, 'id' | 'status' | 'books'>,
  change: WithdrawalChange,
): Promise<Withdrawal | undefined> {
  const set = [
    change.status === undefined ? undefined : sql`status = ${change.status}`,
    change.books === undefined ? undefined : sql`books = ${change.books}`,
    change.waitsFor === undefined ? undefined : sql`waits_for = ${change.waitsFor}`,
    change.reason === undefined ? undefined : sql`reason = ${change.reason}`,
    change.payoutId === undefined ? undefined : sql`payout_id = ${change.payoutId}`,
    change.feeKept === undefined ? undefined : sql`fee_kept = true`,
    change.holdReason === undefined ? undefined : sql`hold_reason = ${change.holdReason}`,
    change.decision === undefined
      ? undefined
      : sql`is_approved = ${change.decision.isApproved}, decided_by = ${change.decision.by}, decided_at = now(),
          decision_reason = ${change.decision.reason}`,
    change.hasExpired === undefined ? undefined : sql`expired_payouts = expired_payouts + 1`,
  ].filter((part) => part !== undefined);
  const { rows } = await sql<Withdrawal>`
    update withdrawals set ${sql.join(set)}
    where id = ${seen.id} and status = ${seen.status} and books = ${seen.books}
    returning ${columns}
  `.execute(db);
  return rows[0];
}

/** Those of which the exchange may not have been told, the oldest first. */
export async function listBeingBooked(db: QueryExecutorProvider): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals
    where books in ('holding', 'releasing', 'leaving', 'returning', 'transferring', 'settling') order by created_at limit 1000
  `.execute(db);
  return rows;
}

/**
 * Those that may go out on a network, the oldest first. What the signer refused for today is left alone for a while. Those of a stopped coin or of somebody
 * whose payouts are frozen, however many, keep nobody else waiting: they come along once, to be told.
 *
 * When there are more than the limit, those that were told what they wait for come after all others, and of them the smallest of each coin: when that one
 * cannot be paid, none of its coin can. Of those that waited for their coin to be listed or started the largest, because a small one may be less than the
 * network pays at all. So nothing that can be paid waits behind what cannot.
 */
export async function listQueued(
  db: QueryExecutorProvider,
  { network, limit, stopped, now }: { network: string; limit: number; stopped: readonly string[]; now: Date },
): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    with queue as (
      select *, coalesce(waits_for in ('funds', 'fee_funds', 'coin_stopped'), false) as was_told, row_number() over (
        partition by coin, waits_for order by case waits_for when 'coin_stopped' then -amount else amount end, created_at
      ) as place
      from withdrawals
      where network = ${network} and status = 'queued' and books in ('held', 'in_flight') and (
        waits_for is distinct from 'signer_day'
        or updated_at <= now() - (select signer_retry_seconds * interval '1 second' from withdrawal_policy)
      ) and (waits_for is distinct from 'coin_stopped' or coin <> all (${[...stopped]}::text[]))
        and (waits_for is distinct from 'payouts_frozen' or not exists (
          select from users where users.id = user_id and greatest(payouts_frozen_until, staff_freeze_until) > ${now}
        ))
    ), chosen as (
      select * from queue
      order by was_told, case when was_told then place end, case when was_told then random() end, created_at limit ${limit}
    )
    select ${columns} from chosen order by created_at
  `.execute(db);
  return rows;
}

export async function isAnyQueued(db: QueryExecutorProvider, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where network = ${network} and status = 'queued' limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Those of a network that were let go and of which nothing is known to have left, the oldest first. */
export async function listWaiting(db: QueryExecutorProvider, network: string): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals
    where network = ${network} and recipient is null and status in ('held', 'queued', 'built') and books in ('held', 'in_flight')
    order by created_at limit 10000
  `.execute(db);
  return rows;
}

/** Those that a payout pays, or whatever replaces it. */
export async function listOfPayout(
  db: QueryExecutorProvider,
  { root }: { readonly root: string },
): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals
    where payout_id in (select id from payouts where root = ${root}) order by created_at, id
  `.execute(db);
  return rows;
}

/** Whether the transaction that pays a withdrawal, or whatever replaces it, pays one of this user's too. */
export async function isPaidWithOnesOwn(
  db: QueryExecutorProvider,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals own
      join payouts on payouts.id = own.payout_id
      join payouts variant on variant.root = payouts.root
      join withdrawals paid on paid.payout_id = variant.id
    where paid.id = ${id} and own.user_id = ${userId} limit 1
  `.execute(db);
  return rows.length > 0;
}
