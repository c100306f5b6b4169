import { fail, succeed } from '@emporion/kernel';
import type { HoldWithdrawal, ReleaseWithdrawal, ReturnPayout, SendWithdrawal } from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, object, reject } from '#exchange/rejection.ts';
import { houseAccount, houseAccounts } from '#ledger/house.ts';
import { moveWithin, type Posting } from '#ledger/posting.ts';
import type { Exchange } from '#state/exchange.ts';
import { checkHouseName } from './house-money.ts';
import {
  checkAccount,
  checkAmount,
  checkAvailable,
  checkCoin,
  checkFee,
  checkMayLeave,
  checkName,
  wordsOf,
} from './money-checks.ts';

/**
 * Rejects with wrong_data, account_not_found, withdrawal_disabled, duplicate_transaction, coin_invalid, amount_too_small,
 * insufficient_funds.
 */
export function decideHoldWithdrawal(exchange: Exchange, command: HoldWithdrawal): Decision<ExchangeEvent[]> {
  const { withdrawalId, account, coin, network, amount, fee } = command;
  const objection =
    checkName(withdrawalId, 'withdrawalId') ??
    checkAccount(exchange, account) ??
    checkMayLeave(exchange, account) ??
    (exchange.withdrawals.has(withdrawalId) ? object('duplicate_transaction', { withdrawalId }) : null) ??
    checkCoin(exchange, coin) ??
    checkHouseName(network, 'network') ??
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
  const held = { withdrawalId, account, coin, amount, fee, network };
  return succeed([{ kind: 'WithdrawalHeld', ...held, ...wordsOf(command), postings }]);
}

/** Withdrawals that were held before they knew their network leave through this one. */
const networkOfOld = 'unknown';

/**
 * What leaves is in flight from here on, the fee is the house's, and what is over goes back to the account. Once it is final, `MoveHouseMoney`
 * takes it out of flight and out of custody; when it can no longer arrive, `ReturnPayout` brings it back.
 * It is booked before anything is broadcast, so that a freeze stops what is only held.
 * Rejects with transaction_not_found, withdrawal_disabled, wrong_data, amount_too_small, not_enough_in_holds.
 */
export function decideSendWithdrawal(exchange: Exchange, command: SendWithdrawal): Decision<ExchangeEvent[]> {
  const { withdrawalId } = command;
  const withdrawal = exchange.withdrawals.get(withdrawalId);
  if (!withdrawal) return reject('transaction_not_found');
  const { account, coin, amount, fee, network } = withdrawal;
  const { sent = amount } = command;
  const objection = checkMayLeave(exchange, account) ?? checkAmount(sent);
  if (objection) return fail(objection);
  if (sent > amount) return reject('not_enough_in_holds', { held: `${amount}`, sent: `${sent}` });
  const inFlight = houseAccount('in-flight', network || networkOfOld);
  const postings: Posting[] = [
    { account, coin, bucket: 'withdrawals', amount: -(amount + fee) },
    { account: inFlight, coin, bucket: 'available', amount: sent },
  ];
  if (sent < amount) postings.push({ account, coin, bucket: 'available', amount: amount - sent });
  if (fee > 0n) postings.push({ account: houseAccounts.fees, coin, bucket: 'available', amount: fee });
  return succeed([{ kind: 'WithdrawalEnded', withdrawalId, how: 'sent', ...wordsOf(command), postings }]);
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
  return succeed([{ kind: 'WithdrawalEnded', withdrawalId, how: 'released', ...wordsOf(command), postings }]);
}

/** Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small, insufficient_funds (of what is in flight, and of the fees). */
export function decideReturnPayout(exchange: Exchange, command: ReturnPayout): Decision<ExchangeEvent[]> {
  const { account, coin, network, amount, fee } = command;
  const early =
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkHouseName(network, 'network') ??
    checkAmount(amount) ??
    checkFee(fee);
  if (early) return fail(early);
  const inFlight = houseAccount('in-flight', network);
  const late =
    checkAvailable(exchange, { account: inFlight, coin, amount }) ??
    checkAvailable(exchange, { account: houseAccounts.fees, coin, amount: fee });
  if (late) return fail(late);
  const postings: Posting[] = [
    { account: inFlight, coin, bucket: 'available', amount: -amount },
    { account, coin, bucket: 'available', amount: amount + fee },
  ];
  if (fee > 0n) postings.push({ account: houseAccounts.fees, coin, bucket: 'available', amount: -fee });
  return succeed([{ kind: 'MoneyMoved', cause: 'payout_returned', ...wordsOf(command), postings }]);
}
