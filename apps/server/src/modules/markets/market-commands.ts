import type { Exchange, MarketDefinition, MarketRules, MarketState } from '@emporion/core';
import { invariant, parseDecimal, powerOfTen, toSafeInteger } from '@emporion/kernel';
import type { CommandRequest } from '#platform/runtime.ts';
import type { CoinRules, PairRules, TradingRules } from './trading-rules.ts';

/** What the core knows of coins and markets. */
export interface KnownMarkets {
  /** Decimals by coin. */
  readonly coins: ReadonlyMap<string, number>;
  readonly markets: ReadonlyMap<string, KnownMarket>;
}

interface KnownMarket {
  readonly definition: MarketDefinition;
  readonly rules: MarketRules;
  readonly state: MarketState;
}

export function knownMarkets({ coins, markets }: Exchange): KnownMarkets {
  return {
    coins: new Map(coins),
    markets: new Map(
      [...markets].map(([code, { definition, rules, state }]) => [code, { definition, rules, state }]),
    ),
  };
}

export interface MarketChanges {
  readonly commands: readonly CommandRequest[];
  /** What SQL says and the core cannot follow, because it is fixed there. A person has to read it. */
  readonly conflicts: readonly string[];
}

/**
 * The commands that make the core trade by the rules in SQL. None when it does already. They have no key: nobody repeats them, and a key would push a client's order
 * id out of those that are remembered.
 */
export function marketChanges(wanted: TradingRules, known: KnownMarkets): MarketChanges {
  const commands: CommandRequest[] = [];
  const conflicts: string[] = [];
  const coins = new Map(wanted.coins.map((coin) => [coin.code, coin]));
  for (const { code, decimals } of wanted.coins) {
    const listed = known.coins.get(code);
    if (listed === undefined) commands.push({ kind: 'ListCoin', key: null, coin: code, decimals });
    else if (listed !== decimals)
      conflicts.push(`${code} trades with ${listed} decimals, and the table coins says ${decimals}`);
  }
  for (const pair of wanted.pairs) {
    const quoteDecimals = known.coins.get(pair.quote) ?? coins.get(pair.quote)?.decimals ?? 0;
    const state = stateOf(pair, coins);
    const market = known.markets.get(pair.code);
    if (!market) {
      commands.push(...openings(pair, state, rulesOf(pair, { quoteDecimals, tiers: wanted.tiers })));
      continue;
    }
    const follows = sameDecimals(market.definition, pair);
    if (!follows) conflicts.push(`the decimals of ${pair.code} cannot change any more`);
    const rules = follows ? rulesOf(pair, { quoteDecimals, tiers: wanted.tiers }) : market.rules;
    if (!sameRules(market.rules, rules) || market.state !== state)
      commands.push({ kind: 'ChangeMarket', key: null, market: pair.code, rules, state });
  }
  commands.push(...closings(wanted, known));
  return { commands, conflicts };
}

function openings(pair: PairRules, state: MarketState, rules: MarketRules): CommandRequest[] {
  const { code: market, base, quote, priceDecimals, quantityDecimals } = pair;
  const decimals = { priceDecimals, quantityDecimals };
  const open: CommandRequest = { kind: 'OpenMarket', key: null, market, base, quote, ...decimals, rules };
  return state === 'open' ? [open] : [open, { kind: 'ChangeMarket', key: null, market, state }];
}

/** A pair that is gone from SQL takes no more orders; those that rest can be cancelled. */
function closings({ pairs }: TradingRules, known: KnownMarkets): CommandRequest[] {
  const wanted = new Set(pairs.map(({ code }) => code));
  return [...known.markets]
    .filter(([code, { state }]) => !wanted.has(code) && state !== 'cancel_only')
    .map(([market]) => ({ kind: 'ChangeMarket', key: null, market, state: 'cancel_only' }));
}

/** What is switched off for a pair or one of its coins takes no orders; a halt goes further and stays a halt. */
export function stateOf(pair: PairRules, coins: ReadonlyMap<string, CoinRules>): MarketState {
  if (pair.state === 'halted') return 'halted';
  return closedBy(pair, coins).length > 0 || pair.disabled ? 'cancel_only' : pair.state;
}

/** The coins of a pair of which a switch closes it. */
export function closedBy({ base, quote }: PairRules, coins: ReadonlyMap<string, CoinRules>): string[] {
  return [base, quote].filter((code) => {
    const coin = coins.get(code);
    return !coin || coin.hidden || coin.pairsDisabled || coin.orderBookDisabled;
  });
}

type Decimals = Pick<MarketDefinition, 'priceDecimals' | 'quantityDecimals'>;

function rulesOf(
  pair: PairRules,
  { quoteDecimals, tiers }: { quoteDecimals: number; tiers: TradingRules['tiers'] },
): MarketRules {
  const { priceDecimals, quantityDecimals } = pair;
  const [costMin, costMax] = [unitsOf(pair.costMin, 18), unitsOf(pair.costMax, 18)];
  const perUnit = powerOfTen(18 - quoteDecimals);
  return {
    tick: toSafeInteger(unitsOf(pair.tick, priceDecimals)),
    lot: toSafeInteger(unitsOf(pair.lot, quantityDecimals)),
    minimumQuantity: toSafeInteger(unitsOf(pair.quantityMin, quantityDecimals)),
    maximumQuantity: toSafeInteger(unitsOf(pair.quantityMax, quantityDecimals)),
    // A limit between two units of the coin allows what both its neighbours allow.
    minimumCost: (costMin + perUnit - 1n) / perUnit,
    maximumCost: costMax / perUnit,
    // A percent with four decimals is exactly parts per million.
    band: toSafeInteger(unitsOf(pair.bandPercent, 4)),
    fees: tiers.map(({ maker, taker }) => ({ maker, taker })),
  };
}

/** The tables check that their numbers are as fine as the market at most, so that this always finds whole units. */
function unitsOf(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals);
  invariant(parsed.ok, `A market's rule of ${text} is finer than ${decimals} decimals.`);
  return parsed.value;
}

function sameDecimals(left: Decimals, right: Decimals): boolean {
  return left.priceDecimals === right.priceDecimals && left.quantityDecimals === right.quantityDecimals;
}

function sameRules(left: MarketRules, right: MarketRules): boolean {
  const { fees: leftFees, ...leftRest } = left;
  const { fees: rightFees, ...rightRest } = right;
  const names = Object.keys(leftRest) as (keyof typeof leftRest)[];
  return (
    names.every((name) => leftRest[name] === rightRest[name]) &&
    leftFees.length === rightFees.length &&
    leftFees.every(
      (fee, tier) => fee.maker === rightFees[tier]?.maker && fee.taker === rightFees[tier]?.taker,
    )
  );
}
