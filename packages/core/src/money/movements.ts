import { fail, succeed } from '@emporion/kernel';
import type {
  AdjustBalance,
  CreditDeposit,
  FundPool,
  MoneyEnvelope,
  PayBonus,
  ReverseCredit,
  Transfer,
} from '#commands/commands.ts';
import type { ExchangeEvent, MoneyCause, MoneyMoved } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { houseAccount, houseAccounts } from '#ledger/house.ts';
import type { Posting } from '#ledger/posting.ts';
import type { Exchange } from '#state/exchange.ts';
import { amountMax } from '#state/limits.ts';
import { checkHouseAccount, checkHouseName } from './house-money.ts';
import {
  checkAccount,
  checkAmount,
  checkAvailable,
  checkCoin,
  checkFee,
  checkMayLeave,
  checkReason,
  wordsOf,
} from './money-checks.ts';

/** What money can come in through. */
const sources = ['custody', 'bank', 'acquirer'] as const;

/** Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small (also for one that the fee takes whole). */
export function decideCreditDeposit(exchange: Exchange, command: CreditDeposit): Decision<ExchangeEvent[]> {
  const { account, coin, source, amount, fee } = command;
  const objection =
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkHouseAccount(source, 'source', sources) ??
    checkAmount(amount) ??
    checkFee(fee) ??
    (fee >= amount ? object('amount_too_small') : null);
  if (objection) return fail(objection);
  const postings = [
    ...movement({ from: source, to: account, coin, amount: amount - fee }),
    ...(fee > 0n ? movement({ from: source, to: houseAccounts.fees, coin, amount: fee }) : []),
  ];
  return succeed([moved('deposit', command, postings)]);
}

/**
 * The account gives back what it has free, up to the amount; a named loss bears the rest. What it holds for orders stays: whoever
 * wants that too freezes the account first. A fee that was kept of the credit comes out of the house's fees.
 * Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small, insufficient_funds (when more would be lost than may be).
 */
export function decideReverseCredit(exchange: Exchange, command: ReverseCredit): Decision<ExchangeEvent[]> {
  const { account, coin, source, loss, amount, fee = 0n, lossMax } = command;
  const objection =
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkHouseAccount(source, 'source', sources) ??
    checkHouseAccount(loss, 'loss', ['reorg-loss', 'chargeback-loss']) ??
    checkAmount(amount) ??
    checkFee(fee) ??
    (fee >= amount ? object('amount_too_small') : null) ??
    (lossMax === undefined ? null : checkFee(lossMax)) ??
    checkReason(command);
  if (objection) return fail(objection);
  const { fees } = houseAccounts;
  const returned = smaller(amount - fee, exchange.ledger.available(account, coin));
  const feeReturned = smaller(fee, exchange.ledger.available(fees, coin));
  const lost = amount - returned - feeReturned;
  if (lossMax !== undefined && lost > lossMax) return reject('insufficient_funds', { lost: `${lost}` });
  const postings = [
    ...(returned > 0n ? movement({ from: account, to: source, coin, amount: returned }) : []),
    ...(feeReturned > 0n ? movement({ from: fees, to: source, coin, amount: feeReturned }) : []),
    ...(lost > 0n ? movement({ from: loss, to: source, coin, amount: lost }) : []),
  ];
  return succeed([moved('reversal', command, postings)]);
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
  const postings = [
    ...movement({ from, to, coin, amount }),
    ...(fee > 0n ? movement({ from, to: houseAccounts.fees, coin, amount: fee }) : []),
  ];
  return succeed([moved('transfer', command, postings)]);
}

/** Rejects with account_not_found, coin_invalid, wrong_data, amount_too_small (for zero), insufficient_funds; wrong_data also without a reason. */
export function decideAdjustBalance(exchange: Exchange, command: AdjustBalance): Decision<ExchangeEvent[]> {
  const { account, coin, amount } = command;
  const early =
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkAdjustment(amount) ??
    checkReason(command);
  if (early) return fail(early);
  const { adjustments } = houseAccounts;
  if (amount > 0n) {
    const given = movement({ from: adjustments, to: account, coin, amount });
    return succeed([moved('adjustment', command, given)]);
  }
  const late = checkAvailable(exchange, { account, coin, amount: -amount });
  if (late) return fail(late);
  const taken = movement({ from: account, to: adjustments, coin, amount: -amount });
  return succeed([moved('adjustment', command, taken)]);
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
    checkHouseName(programme, 'programme') ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account: fees, coin, amount });
  if (objection) return fail(objection);
  const postings = movement({ from: fees, to: houseAccount('pool', programme), coin, amount });
  return succeed([moved('pool', command, postings)]);
}

/** Rejects with wrong_data, account_not_found, coin_invalid, amount_too_small, insufficient_funds (of the pool). */
export function decidePayBonus(exchange: Exchange, command: PayBonus): Decision<ExchangeEvent[]> {
  const { programme, account, coin, amount } = command;
  const objection =
    checkHouseName(programme, 'programme') ??
    checkAccount(exchange, account) ??
    checkCoin(exchange, coin) ??
    checkAmount(amount) ??
    checkAvailable(exchange, { account: houseAccount('pool', programme), coin, amount });
  if (objection) return fail(objection);
  const postings = movement({ from: houseAccount('pool', programme), to: account, coin, amount });
  return succeed([moved('bonus', command, postings)]);
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

interface Move {
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: bigint;
}

function movement({ from, to, coin, amount }: Move): Posting[] {
  return [
    { account: from, coin, bucket: 'available', amount: -amount },
    { account: to, coin, bucket: 'available', amount },
  ];
}

function moved(cause: MoneyCause, command: MoneyEnvelope, postings: readonly Posting[]): MoneyMoved {
  return { kind: 'MoneyMoved', cause, ...wordsOf(command), postings };
}
