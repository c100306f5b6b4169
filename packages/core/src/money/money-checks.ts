import type { MoneyEnvelope } from '#commands/commands.ts';
import type { MoneyWords } from '#exchange/events.ts';
import { type Objection, object } from '#exchange/rejection.ts';
import { isHouseAccount } from '#ledger/house.ts';
import type { Exchange } from '#state/exchange.ts';
import { amountMax, isPlainText, textLengthMax } from '#state/limits.ts';

/** Rejects with account_not_found. */
export function checkAccount(exchange: Exchange, account: string): Objection {
  return exchange.findAccount(account) ? null : object('account_not_found');
}

/** Whether money may leave the account: by a withdrawal, as a code or to another account. Rejects with withdrawal_disabled. */
export function checkMayLeave(exchange: Exchange, account: string): Objection {
  return exchange.account(account).mayPayOut ? null : object('withdrawal_disabled');
}

/** Rejects with coin_invalid. */
export function checkCoin(exchange: Exchange, coin: string): Objection {
  return exchange.coins.has(coin) ? null : object('coin_invalid');
}

/** Rejects with amount_too_small for nothing and less, wrong_data for what is no amount. */
export function checkAmount(amount: unknown): Objection {
  if (typeof amount !== 'bigint' || amount > amountMax) return object('wrong_data', { field: 'amount' });
  return amount > 0n ? null : object('amount_too_small');
}

/** Rejects with wrong_data. */
export function checkFee(fee: unknown): Objection {
  return typeof fee === 'bigint' && fee >= 0n && fee <= amountMax
    ? null
    : object('wrong_data', { field: 'fee' });
}

/** Rejects with wrong_data. */
export function checkName(name: unknown, field: string): Objection {
  return isPlainText(name, textLengthMax) && !isHouseAccount(name) ? null : object('wrong_data', { field });
}

/** Rejects with insufficient_funds. */
export function checkAvailable(
  exchange: Exchange,
  money: { account: string; coin: string; amount: bigint },
): Objection {
  const { account, coin, amount } = money;
  const free = exchange.ledger.available(account, coin);
  return amount <= free ? null : object('insufficient_funds', { coin, free: `${free}`, needed: `${amount}` });
}

/** What a person decides on needs a reason in that person's words. Rejects with wrong_data. */
export function checkReason({ reason }: Pick<MoneyEnvelope, 'reason'>): Objection {
  return reason === undefined ? object('wrong_data', { field: 'reason' }) : null;
}

/** What the journal keeps beside the money of a command. */
export function wordsOf({ reference, actor, reason = '' }: MoneyEnvelope): MoneyWords {
  return { reference, actor, reason };
}
