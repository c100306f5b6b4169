import type { Movement, MovementLeg } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import type { LedgerEntry } from '../history/ledger.ts';
import { plainMovement } from './plain-movement.ts';

type Decimals = ReadonlyMap<string, number>;
type CoinAmount = NonNullable<Movement['exchange']>['remainders'][number];

/** One leg of an action, in the units of its coin. */
export interface Leg {
  readonly kind: MovementLeg['kind'];
  readonly coin: string;
  readonly pair: string | null;
  amount: bigint;
  fee: bigint;
  /** What there was of the coin after it. */
  balance: bigint;
}

const legOf = (
  { coin, amount, fee, balance }: LedgerEntry,
  kind: Leg['kind'],
  pair: string | null = null,
): Leg => ({ kind, coin, pair, amount, fee, balance });

/** The lines of one order in one market as one leg for each coin, what was paid first. */
export function tradeLegs(lines: readonly LedgerEntry[], pair: string): Leg[] {
  const legs = new Map<string, Leg>();
  for (const line of lines) {
    const leg = legs.get(line.coin);
    if (leg === undefined) {
      legs.set(line.coin, legOf(line, 'trade', pair));
      continue;
    }
    leg.amount += line.amount;
    leg.fee += line.fee;
    leg.balance = line.balance;
  }
  return [...legs.values()].sort((one, other) => Number(one.amount > 0n) - Number(other.amount > 0n));
}

const kindsOfCard: Readonly<Record<string, Leg['kind']>> = {
  deposit: 'payment',
  withdrawal: 'payout',
  payout_returned: 'payout_returned',
};

export const cardLegs = (lines: readonly LedgerEntry[]): Leg[] =>
  lines.map((line) => legOf(line, kindsOfCard[line.kind] ?? 'movement'));

/** What the legs change of each coin. */
export function netOf(legs: readonly Leg[]): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { coin, amount } of legs) nets.set(coin, (nets.get(coin) ?? 0n) + amount);
  return nets;
}

export interface ExchangeShown {
  readonly id: string;
  readonly type: Movement['type'];
  readonly at: string;
  readonly updated: string;
  /** The coin by which the row is known. */
  readonly coin: string;
  readonly direction: Movement['direction'];
  readonly legs: readonly Leg[];
  readonly paid: CoinAmount | null;
  readonly received: CoinAmount | null;
  readonly remainders: readonly CoinAmount[];
  readonly isPending?: boolean;
  readonly more: Partial<Pick<Movement, 'trade' | 'swap' | 'card_order' | 'label'>>;
}

/** An action as its owner is shown it. */
export function exchangeMovement(shown: ExchangeShown, decimals: Decimals): Movement {
  const { id, type, coin, direction, legs, paid, received, remainders, isPending = false } = shown;
  const show = (code: string, units: bigint) => formatDecimal(units, decimals.get(code) ?? 0);
  const own = legs.filter((leg) => leg.coin === coin);
  const change = own.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = own.reduce((sum, leg) => sum + leg.fee, 0n);
  const fees = new Map<string, bigint>();
  for (const leg of legs) if (leg.fee > 0n) fees.set(leg.coin, (fees.get(leg.coin) ?? 0n) + leg.fee);
  const balance = own.at(-1)?.balance;
  return {
    ...plainMovement,
    ...{ id, type, direction, date: shown.at, updated: shown.updated, currency: coin },
    amount: show(coin, change < 0n ? -change - fee : change + fee),
    fee: show(coin, fee),
    change: show(coin, change),
    exchange: {
      ...{ paid, received, remainders: [...remainders] },
      fees: [...fees].map(([currency, units]) => ({ currency, amount: show(currency, units) })),
    },
    legs: legs.map((leg) => ({
      ...{ kind: leg.kind, currency: leg.coin, pair: leg.pair },
      ...{ change: show(leg.coin, leg.amount), fee: show(leg.coin, leg.fee) },
    })),
    status: isPending ? 'pending' : 'completed',
    stage: isPending ? 'pending' : 'completed',
    balance: balance === undefined ? null : show(coin, balance),
    ...shown.more,
  };
}
