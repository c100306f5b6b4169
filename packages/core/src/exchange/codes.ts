import { fail, succeed } from '@emporion/kernel';
import { moveWithin } from '#ledger/posting.ts';
import type { CancelCode, LockCode, RedeemCode } from './commands.ts';
import type { ExchangeEvent } from './events.ts';
import type { Exchange } from './exchange.ts';
import { checkAccount, checkAmount, checkAvailable, checkCoin, checkName } from './money-checks.ts';
import { type Decision, reject } from './rejection.ts';

/** Rejects with wrong_data, account_not_found, withdrawal_disabled, duplicate_transaction, coin_invalid, amount_too_small, insufficient_funds. */
export function decideLockCode(exchange: Exchange, command: LockCode): Decision<ExchangeEvent[]> {
  const { codeId, account: id, coin, amount } = command;
  const badName = checkName(codeId, 'codeId');
  if (badName) return fail(badName);
  const account = exchange.findAccount(id);
  if (!account) return reject('account_not_found');
  // A code leaves the account as a withdrawal does.
  if (!account.withdrawalEnabled) return reject('withdrawal_disabled');
  if (exchange.codes.has(codeId)) return reject('duplicate_transaction', { codeId });
  const objection =
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account: id, coin, amount });
  if (objection) return fail(objection);
  const postings = moveWithin({ account: id, coin, from: 'available', to: 'codes', amount });
  return succeed([{ kind: 'CodeLocked', codeId, account: id, coin, amount, postings }]);
}

/** Rejects with account_not_found, invalid_code. The one who made the code may redeem it too. */
export function decideRedeemCode(exchange: Exchange, command: RedeemCode): Decision<ExchangeEvent[]> {
  const { codeId, account } = command;
  const objection = checkAccount(exchange, account);
  if (objection) return fail(objection);
  const code = exchange.codes.get(codeId);
  if (!code) return reject('invalid_code');
  const { coin, amount } = code;
  const postings = [
    { account: code.account, coin, bucket: 'codes', amount: -amount },
    { account, coin, bucket: 'available', amount },
  ] as const;
  return succeed([{ kind: 'CodeEnded', codeId, how: 'redeemed', account, postings }]);
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
  return succeed([{ kind: 'CodeEnded', codeId, how: 'cancelled', account, postings }]);
}
