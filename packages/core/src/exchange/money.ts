import { fail, succeed } from '@emporion/kernel';
import { houseAccounts, poolAccount } from '#ledger/house.ts';
import type { Posting } from '#ledger/posting.ts';
import type { AdjustBalance, CreditDeposit, FundPool, PayBonus, Transfer } from './commands.ts';
import type { ExchangeEvent, MoneyMoved } from './events.ts';
import type { Exchange } from './exchange.ts';
import { amountMax } from './limits.ts';
import {
  checkAccount,
  checkAmount,
  checkAvailable,
  checkCoin,
  checkFee,
  checkMayLeave,
  checkName,
} from './money-checks.ts';
import { type Decision, type Objection, object } from './rejection.ts';

/** Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small. */
export function decideCreditDeposit(exchange: Exchange, command: CreditDeposit): Decision<ExchangeEvent[]> {
  const { account, coin, amount } = command;
  const objection = checkAccount(exchange, account) ?? checkCoin(exchange, coin) ?? checkAmount(amount);
  if (objection) return fail(objection);
  return succeed([moved('deposit', { from: houseAccounts.custody, to: account, coin, amount })]);
}

/**
 * Rejects with account_not_found, same_account_transfer, withdrawal_disabled, coin_invalid, wrong_data, amount_too_small,
 * insufficient_funds.
 */
export function decideTransfer(exchange: Exchange, command: Transfer): Decision<ExchangeEvent[]> {
  const { from, to, coin, amount, fee } = command;
  const objection =
    checkAccount(exchange, from) ??
    checkAccount(exchange, to) ??
    (from === to ? object('same_account_transfer') : null) ??
    checkMayLeave(exchange, from) ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkFee(fee) ??
    checkAvailable(exchange, { account: from, coin, amount: amount + fee });
  if (objection) return fail(objection);
  const event = moved('transfer', { from, to, coin, amount });
  if (fee === 0n) return succeed([event]);
  const paid = moved('transfer', { from, to: houseAccounts.fees, coin, amount: fee });
  return succeed([{ ...event, postings: [...event.postings, ...paid.postings] }]);
}

/** Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small (for zero), insufficient_funds. */
export function decideAdjustBalance(exchange: Exchange, command: AdjustBalance): Decision<ExchangeEvent[]> {
  const { account, coin, amount } = command;
  const early = checkAccount(exchange, account) ?? checkCoin(exchange, coin) ?? checkAdjustment(amount);
  if (early) return fail(early);
  const { adjustments } = houseAccounts;
  if (amount > 0n) return succeed([moved('adjustment', { from: adjustments, to: account, coin, amount })]);
  const late = checkAvailable(exchange, { account, coin, amount: -amount });
  if (late) return fail(late);
  return succeed([moved('adjustment', { from: account, to: adjustments, coin, amount: -amount })]);
}

function checkAdjustment(amount: unknown): Objection {
  if (typeof amount !== 'bigint' || amount > amountMax || amount < -amountMax)
    return object('wrong_data', { field: 'amount' });
  return amount === 0n ? object('amount_too_small') : null;
}

/** Rejects with wrong_data, coin_invalid, amount_too_small, insufficient_funds (of the house's fees). */
export function decideFundPool(exchange: Exchange, command: FundPool): Decision<ExchangeEvent[]> {
  const { programme, coin, amount } = command;
  const { fees } = houseAccounts;
  const objection =
    checkName(programme, 'programme') ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account: fees, coin, amount });
  if (objection) return fail(objection);
  return succeed([moved('pool', { from: fees, to: poolAccount(programme), coin, amount })]);
}

/** Rejects with wrong_data, account_not_found, coin_invalid, amount_too_small, insufficient_funds (of the pool). */
export function decidePayBonus(exchange: Exchange, command: PayBonus): Decision<ExchangeEvent[]> {
  const { programme, account, coin, amount } = command;
  const objection =
    checkName(programme, 'programme') ??
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account: poolAccount(programme), coin, amount });
  if (objection) return fail(objection);
  return succeed([moved('bonus', { from: poolAccount(programme), to: account, coin, amount })]);
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

function moved(cause: MoneyMoved['cause'], { from, to, coin, amount }: Move): MoneyMoved {
  const postings: Posting[] = [
    { account: from, coin, bucket: 'available', amount: -amount },
    { account: to, coin, bucket: 'available', amount },
  ];
  return { kind: 'MoneyMoved', cause, postings };
}
