import { fail, succeed } from '@emporion/kernel';
import type { CancelCode, LockCode, RedeemCode } from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, object, reject } from '#exchange/rejection.ts';
import { moveWithin } from '#ledger/posting.ts';
import type { Exchange } from '#state/exchange.ts';
import {
  checkAccount,
  checkAmount,
  checkAvailable,
  checkCoin,
  checkMayLeave,
  checkName,
  wordsOf,
} from './money-checks.ts';

/** Rejects with wrong_data, account_not_found, withdrawal_disabled, duplicate_transaction, coin_invalid, amount_too_small, insufficient_funds. */
export function decideLockCode(exchange: Exchange, command: LockCode): Decision<ExchangeEvent[]> {
  const { codeId, account, coin, amount } = command;
  const objection =
    checkName(codeId, 'codeId') ??
    checkAccount(exchange, account) ??
    checkMayLeave(exchange, account) ??
    (exchange.codes.has(codeId) ? object('duplicate_transaction', { codeId }) : null) ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account, coin, amount });
  if (objection) return fail(objection);
  const postings = moveWithin({ account, coin, from: 'available', to: 'codes', amount });
  return succeed([{ kind: 'CodeLocked', codeId, account, coin, amount, ...wordsOf(command), postings }]);
}

/**
 * Rejects with account_not_found, invalid_code. The one who made the code may redeem it too. A code of an account that money may not leave is
 * invalid for as long as that lasts, and nobody learns why; whoever redeems may be switched off, for money comes in.
 */
export function decideRedeemCode(exchange: Exchange, command: RedeemCode): Decision<ExchangeEvent[]> {
  const { codeId, account } = command;
  const objection = checkAccount(exchange, account);
  if (objection) return fail(objection);
  const code = exchange.codes.get(codeId);
  if (!code || !exchange.account(code.account).mayPayOut) return reject('invalid_code');
  const { coin, amount } = code;
  const postings = [
    { account: code.account, coin, bucket: 'codes', amount: -amount },
    { account, coin, bucket: 'available', amount },
  ] as const;
  return succeed([{ kind: 'CodeEnded', codeId, how: 'redeemed', account, ...wordsOf(command), postings }]);
}

/** Rejects with account_not_found, invalid_code, also for a code of another account. */
export function decideCancelCode(exchange: Exchange, command: CancelCode): Decision<ExchangeEvent[]> {
  const { codeId, account } = command;
  const objection = checkAccount(exchange, account);
  if (objection) return fail(objection);
  const code = exchange.codes.get(codeId);
  if (code?.account !== account) return reject('invalid_code');
  const { coin, amount } = code;
  const postings = moveWithin({ account, coin, from: 'codes', to: 'available', amount });
  return succeed([{ kind: 'CodeEnded', codeId, how: 'cancelled', account, ...wordsOf(command), postings }]);
}
