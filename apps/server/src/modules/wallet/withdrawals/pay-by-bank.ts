import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { findPayoutRest } from '../payouts/payout-rest.ts';
import { bankNetwork } from './bank-details.ts';
import { requireOther } from './decide-held.ts';
import { requireOwnerFree } from './require-owner-free.ts';
import { requirePayable } from './require-payable.ts';
import { requireRoute } from './require-route.ts';
import { changeWithdrawal, lockWithdrawal, type WithdrawalChange } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import type { Withdrawal } from './withdrawal.ts';
import type { WithdrawalEvent } from './withdrawal-mails.ts';

export interface BankStep {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
}

/**
 * A person of the staff takes a withdrawal in hand, before it is typed at the bank: from here on its owner cannot call it off, and its money is in flight.
 *
 * @throws Problem transaction_not_found, own_withdrawal, withdrawal_not_queued, payouts_resting, withdrawals_disabled, owner_payouts_frozen, owner_unproved, address_not_saved, address_denied.
 */
export async function startBankPayout(
  transaction: QueryExecutorProvider,
  platform: Platform,
  step: BankStep,
): Promise<Withdrawal> {
  const found = await lockAt(transaction, step, { status: 'queued', otherwise: 'withdrawal_not_queued' });
  const { userId, coin, network } = found;
  if (await findPayoutRest(transaction, platform)) throw new Problem('payouts_resting');
  await requireRoute(platform, { coin, network });
  await requireOwnerFree(transaction, platform, userId);
  await requirePayable(transaction, found, platform.clock.now());
  // One that the exchange would not let go before, and that a person has released, is in flight already.
  const books = found.books === 'held' ? 'leaving' : found.books;
  return take(transaction, found, { status: 'built', books, waitsFor: null });
}

/**
 * The bank has taken the payment, under a number of its own. One number pays one withdrawal, whoever types it.
 *
 * @throws Problem transaction_not_found, own_withdrawal, payout_not_waiting, duplicate_transaction.
 */
export async function noteBankPayout(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { bankTransaction, ...step }: BankStep & { readonly bankTransaction: string },
): Promise<Withdrawal> {
  const found = await lockAt(transaction, step, { status: 'built', otherwise: 'payout_not_waiting' });
  // The exchange is being told that it leaves, or has refused to let it go.
  if (found.books !== 'in_flight') throw new Problem('payout_not_waiting');
  const { rows } = await sql`
    insert into bank_payouts (withdrawal_id, bank, bank_transaction, sent_by, sent_at)
    select ${found.id}, name, ${bankTransaction}, ${step.operatorId}, ${platform.clock.now()}
    from bank_accounts where currency = ${found.coin} on conflict do nothing returning withdrawal_id
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('duplicate_transaction');
  return tell(transaction, platform, await take(transaction, found, { status: 'broadcast' }), 'bank_sent', {
    hash: bankTransaction,
  });
}

/** It is on the bank's statement: out of flight, and out of what we have there. @throws Problem transaction_not_found, own_withdrawal, payout_not_waiting. */
export async function settleBankPayout(
  transaction: QueryExecutorProvider,
  platform: Platform,
  step: BankStep,
): Promise<Withdrawal> {
  const found = await lockAt(transaction, step, { status: 'broadcast', otherwise: 'payout_not_waiting' });
  const done = await take(transaction, found, { status: 'completed', books: 'settling' });
  return tell(transaction, platform, done, 'bank_completed');
}

/** The bank has sent it back: amount and fee are the owner's again. @throws Problem transaction_not_found, own_withdrawal, payout_not_waiting. */
export async function returnBankPayout(
  transaction: QueryExecutorProvider,
  platform: Platform,
  step: BankStep,
): Promise<Withdrawal> {
  const found = await lockAt(transaction, step, { status: 'broadcast', otherwise: 'payout_not_waiting' });
  const change = { status: 'failed', books: 'returning', reason: 'returned_by_bank' } as const;
  return tell(transaction, platform, await take(transaction, found, change), 'bank_returned');
}

async function lockAt(
  transaction: QueryExecutorProvider,
  { id, operatorId }: BankStep,
  {
    status,
    otherwise,
  }: Pick<Withdrawal, 'status'> & { otherwise: 'withdrawal_not_queued' | 'payout_not_waiting' },
): Promise<Withdrawal> {
  const found = await lockWithdrawal(transaction, id);
  if (found?.network !== bankNetwork) throw new Problem('transaction_not_found');
  await requireOther(transaction, found, operatorId);
  if (found.status !== status) throw new Problem(otherwise);
  return found;
}

async function take(
  transaction: QueryExecutorProvider,
  found: Withdrawal,
  change: WithdrawalChange,
): Promise<Withdrawal> {
  const stands = await changeWithdrawal(transaction, found, change);
  if (!stands) throw new Error('A withdrawal changed while it was locked.');
  return stands;
}

async function tell(
  transaction: QueryExecutorProvider,
  platform: Platform,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
  more: { readonly hash?: string } = {},
): Promise<Withdrawal> {
  await tellOwner(transaction, platform, { withdrawal, event, ...more });
  return withdrawal;
}
