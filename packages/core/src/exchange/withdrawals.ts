import { fail, succeed } from '@emporion/kernel';
import { houseAccounts } from '#ledger/house.ts';
import { moveWithin, type Posting } from '#ledger/posting.ts';
import type { HoldWithdrawal, ReleaseWithdrawal, SettleWithdrawal } from './commands.ts';
import type { ExchangeEvent } from './events.ts';
import type { Exchange } from './exchange.ts';
import {
  checkAccount,
  checkAmount,
  checkAvailable,
  checkCoin,
  checkFee,
  checkMayLeave,
  checkName,
} from './money-checks.ts';
import { type Decision, object, reject } from './rejection.ts';

/**
 * Rejects with wrong_data, account_not_found, withdrawal_disabled, duplicate_transaction, coin_invalid, amount_too_small,
 * insufficient_funds.
 */
export function decideHoldWithdrawal(exchange: Exchange, command: HoldWithdrawal): Decision<ExchangeEvent[]> {
  const { withdrawalId, account, coin, amount, fee } = command;
  const objection =
    checkName(withdrawalId, 'withdrawalId') ??
    checkAccount(exchange, account) ??
    checkMayLeave(exchange, account) ??
    (exchange.withdrawals.has(withdrawalId) ? object('duplicate_transaction', { withdrawalId }) : null) ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkFee(fee) ??
    checkAvailable(exchange, { account, coin, amount: amount + fee });
  if (objection) return fail(objection);
  const postings = moveWithin({
    account,
    coin,
    from: 'available',
    to: 'withdrawals',
    amount: amount + fee,
  });
  return succeed([{ kind: 'WithdrawalHeld', withdrawalId, account, coin, amount, fee, postings }]);
}

/**
 * The coins have left: what left goes to custody, the fee to the house, and what is over back to the account.
 * Rejects with transaction_not_found, wrong_data, amount_too_small, not_enough_in_holds.
 */
export function decideSettleWithdrawal(
  exchange: Exchange,
  command: SettleWithdrawal,
): Decision<ExchangeEvent[]> {
  const { withdrawalId } = command;
  const withdrawal = exchange.withdrawals.get(withdrawalId);
  if (!withdrawal) return reject('transaction_not_found');
  const { account, coin, amount, fee } = withdrawal;
  const { sent = amount } = command;
  const objection = checkAmount(sent);
  if (objection) return fail(objection);
  if (sent > amount) return reject('not_enough_in_holds', { held: `${amount}`, sent: `${sent}` });
  const postings: Posting[] = [
    { account, coin, bucket: 'withdrawals', amount: -(amount + fee) },
    { account: houseAccounts.custody, coin, bucket: 'available', amount: sent },
  ];
  if (sent < amount) postings.push({ account, coin, bucket: 'available', amount: amount - sent });
  if (fee > 0n) postings.push({ account: houseAccounts.fees, coin, bucket: 'available', amount: fee });
  return succeed([{ kind: 'WithdrawalEnded', withdrawalId, how: 'settled', postings }]);
}

/** The withdrawal will not happen. Rejects with transaction_not_found. */
export function decideReleaseWithdrawal(
  exchange: Exchange,
  command: ReleaseWithdrawal,
): Decision<ExchangeEvent[]> {
  const { withdrawalId } = command;
  const withdrawal = exchange.withdrawals.get(withdrawalId);
  if (!withdrawal) return reject('transaction_not_found');
  const { account, coin, amount, fee } = withdrawal;
  const postings = moveWithin({ account, coin, from: 'withdrawals', to: 'available', amount: amount + fee });
  return succeed([{ kind: 'WithdrawalEnded', withdrawalId, how: 'released', postings }]);
}
