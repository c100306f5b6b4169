import { type QueryExecutorProvider, sql } from 'kysely';
import { awaitsBankTransfer } from '#modules/bank/index.ts';
import { awaitsCardPayment } from '#modules/cards/index.ts';

/** A deposit, a withdrawal, a bank transfer, a card payment or a proposal that would move money of the account. */
export async function awaitsMoney(db: QueryExecutorProvider, userId: string, now: Date): Promise<boolean> {
  const { rows: moving } = await sql`
    -- What is not listed may wait for ever, and anybody can send it.
    select from deposits where user_id = ${userId} and status not in ('completed', 'failed') and coin is not null
    union all
    select from withdrawals where user_id = ${userId} and status not in ('completed', 'cancelled', 'rejected', 'failed')
    limit 1
  `.execute(db);
  return (
    moving.length > 0 ||
    (await awaitsBankTransfer(db, userId)) ||
    (await awaitsCardPayment(db, userId, now)) ||
    (await awaitsMoneyByVote(db, userId, now))
  );
}

/**
 * Whether a proposal to move money of an account is under way: the account stays open until it is decided on. Other proposals about it hold nobody up, for they come to
 * nothing once it is closed.
 */
export async function awaitsMoneyByVote(
  db: QueryExecutorProvider,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from approvals
    where concerns = ${userId} and kind in ('balance_adjustment', 'deposit_credit', 'bank_credit', 'card_refund', 'large_payout')
      and (state = 'approved' or (state = 'open' and (due_at is not null or expires_at > ${now})))
    limit 1
  `.execute(db);
  return rows.length > 0;
}
