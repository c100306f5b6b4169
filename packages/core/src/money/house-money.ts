import { fail, succeed } from '@emporion/kernel';
import type { HouseLeg, MoveHouseMoney } from '#commands/commands.ts';
import type { ExchangeEvent } from '#exchange/events.ts';
import { type Decision, type Objection, object, reject } from '#exchange/rejection.ts';
import { type HouseKind, houseAccounts, houseKindOf, isAllowedBalance } from '#ledger/house.ts';
import { type HouseCause, type HousePath, housePaths } from '#ledger/house-paths.ts';
import type { Posting } from '#ledger/posting.ts';
import type { Exchange } from '#state/exchange.ts';
import { isPlainText, textLengthMax } from '#state/limits.ts';
import { checkAmount, checkAvailable, checkCoin, checkReason, wordsOf } from './money-checks.ts';

/** A payout has one leg for itself and one for its cost, in each coin; nothing needs more than this. */
const legsMax = 100;

/** Rejects with value_not_allowed (the cause, or a path that it does not have), wrong_data, coin_invalid, amount_too_small, insufficient_funds. */
export function decideMoveHouseMoney(exchange: Exchange, command: MoveHouseMoney): Decision<ExchangeEvent[]> {
  const { cause, legs } = command;
  if (typeof cause !== 'string' || !Object.hasOwn(housePaths, cause))
    return reject('value_not_allowed', { field: 'cause' });
  if (!Array.isArray(legs) || legs.length === 0 || legs.length > legsMax)
    return reject('wrong_data', { field: 'legs' });
  const spent = new Map<string, bigint>();
  for (const leg of legs) {
    const objection = checkLeg(exchange, cause, leg, spent);
    if (objection) return fail(objection);
  }
  const objection = checkReason(command);
  if (objection) return fail(objection);
  const postings = legs.flatMap(({ from, to, coin, amount }: HouseLeg): Posting[] => [
    { account: from, coin, bucket: 'available', amount: -amount },
    { account: to, coin, bucket: 'available', amount },
  ]);
  return succeed([{ kind: 'MoneyMoved', cause, ...wordsOf(command), postings }]);
}

function checkLeg(
  exchange: Exchange,
  cause: HouseCause,
  leg: HouseLeg | null,
  spent: Map<string, bigint>,
): Objection {
  if (typeof leg !== 'object' || leg === null) return object('wrong_data', { field: 'legs' });
  const { from, to, coin, amount } = leg;
  const objection = checkHouseAccount(from, 'from') ?? checkHouseAccount(to, 'to');
  if (objection) return objection;
  const paths: readonly HousePath[] = housePaths[cause];
  const [fromKind, toKind] = [houseKindOf(from), houseKindOf(to)];
  if (from === to || !paths.some(([left, right]) => left === fromKind && right === toKind))
    return object('value_not_allowed', { field: 'legs' });
  const early = checkCoin(exchange, coin) ?? checkAmount(amount);
  if (early) return early;
  if (isAllowedBalance(from, -1n)) return null;
  // Several legs may spend of one account: together they may not overdraw it.
  const key = `${from}/${coin}`;
  const sum = (spent.get(key) ?? 0n) + amount;
  spent.set(key, sum);
  return checkAvailable(exchange, { account: from, coin, amount: sum });
}

const nameLengthMax = 64;
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/u;

/** One of the accounts without a name, or of a kind that exists with a name that can stand in one. Rejects with wrong_data. */
export function checkHouseAccount(account: unknown, field: string, kinds?: readonly HouseKind[]): Objection {
  if (!isPlainText(account, textLengthMax)) return object('wrong_data', { field });
  const kind = houseKindOf(account);
  if (!kind || (kinds && !kinds.includes(kind))) return object('wrong_data', { field });
  const unnamed: readonly string[] = Object.values(houseAccounts);
  if (unnamed.includes(account)) return null;
  const [, , name, ...more] = account.split(':');
  return more.length === 0 ? checkHouseName(name, field) : object('wrong_data', { field });
}

/** The name of a network, a bank or a programme, which becomes part of a house account. Rejects with wrong_data. */
export function checkHouseName(name: unknown, field: string): Objection {
  return isPlainText(name, nameLengthMax) && plainName.test(name) ? null : object('wrong_data', { field });
}
