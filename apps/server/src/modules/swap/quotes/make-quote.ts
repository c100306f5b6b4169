import type { SwapPreview, swapEndpoints } from '@emporion/contracts/rest';
import { quoteSwap, quoteSwapFor, type SwapQuote, swapBounds } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import type { z } from 'zod/mini';
import { type LiveExchange, problemOf, type Trading, whyRouteClosed } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { findRoutes, requireSwappable, type SwapCoins } from '../route.ts';
import { remainderOf, unitsOf } from '../units.ts';

type Asked = z.output<(typeof swapEndpoints)['quoteSwap']['body']>;

export interface MadeQuote extends SwapQuote, SwapCoins {
  readonly route: readonly string[];
  readonly least: bigint;
  /** What of the amount that was asked for the markets do not take. */
  readonly unused: bigint;
}

/** Parts per million of a percent with two decimals. */
const millionths = 10_000n;
const million = 1_000_000n;

/**
 * What a swap would give and yield by the best route there is now.
 *
 * @throws Problem coin_invalid, exchange_disabled_for_currency, not_suitable_pair, amount_too_small, amount_too_large, amount_too_many_decimals,
 * swap_not_offered, market_closed, pair_disabled, trading_disabled_for_currency, order_meets_own.
 */
export async function makeQuote(
  { platform, live }: Trading,
  { from, to, give, receive, slippage }: Asked,
  account: string | null,
): Promise<MadeQuote> {
  await requireSwappable(platform, { from, to });
  const [route] = findRoutes([...live.markets], { from, to });
  if (!route) throw new Problem('not_suitable_pair');
  const wanted = receive === undefined ? undefined : unitsOf(live, to, receive);
  const amount = unitsOf(live, from, give ?? '0');
  const request = { account, from, to, route };
  const { quote, bounds } = await platform.view.read((exchange) => {
    const decided =
      wanted === undefined
        ? quoteSwap(exchange, { ...request, amount })
        : quoteSwapFor(exchange, { ...request, wanted });
    return { quote: decided, bounds: decided.ok ? undefined : swapBounds(exchange, request) };
  });
  if (quote.ok) {
    const { given, received } = quote.value;
    const unused = wanted === undefined ? amount - given : 0n;
    return { ...quote.value, from, to, route, least: lessBy(received, slippage), unused };
  }
  // What no amount can mend is said as it is; else the amount is too small or too large, and which one can be had is said in its own coin.
  if (!bounds?.ok) {
    const failure = bounds?.failure ?? quote.failure;
    const markets = failure.code === 'market_closed' ? route.map((code) => live.market(code)) : [];
    throw (await whyRouteClosed(platform, markets)) ?? problemOf(failure);
  }
  const show = (units: bigint) => `${formatDecimal(units, live.coins.get(from) ?? 0)} ${from}`;
  const { least, most } = bounds.value;
  if (wanted === undefined && amount < least)
    throw new Problem('amount_too_small', { params: { min: show(least) } });
  throw new Problem('amount_too_large', { params: { max: show(most) } });
}

/** Rounded down, so that no more is promised than was said. */
function lessBy(received: bigint, percent: string): bigint {
  const [whole = '0', hundredths = ''] = percent.split('.');
  const parts = BigInt(whole) * millionths + BigInt(hundredths.padEnd(2, '0')) * 100n;
  return (received * (million - parts)) / million;
}

export function quoteOnWire(live: LiveExchange, quote: MadeQuote): z.output<typeof SwapPreview> {
  const { from, to, given, received, least, legs, impact, route, unused } = quote;
  const show = (coin: string, units: bigint) => formatDecimal(units, live.coins.get(coin) ?? 0);
  return {
    from,
    to,
    give: show(from, given),
    receive: show(to, received),
    remainder: remainderOf(live, { coin: from, units: unused }),
    least: show(to, least),
    rate: rateOf(live, quote),
    impact: formatDecimal(BigInt(impact), 4),
    fees: legs.map(({ market, side, fee, feeRate }) => {
      const { base, quote: other } = live.market(market);
      const coin = side === 'buy' ? base : other;
      return { market, coin, amount: show(coin, fee), percent: formatDecimal(feeRate, 4) };
    }),
    route: [...route],
  };
}

const rateDigits = 8;
const rateDecimals = 18;

/** Of what arrives for one of what leaves, to eight digits that say something, rounded down. */
function rateOf(live: LiveExchange, { from, to, given, received }: MadeQuote): string {
  const [fromDecimals, toDecimals] = [from, to].map((coin) => BigInt(live.coins.get(coin) ?? 0));
  const exact =
    (received * 10n ** ((fromDecimals ?? 0n) + BigInt(rateDecimals))) / (given * 10n ** (toDecimals ?? 0n));
  // Whole units are never rounded away.
  const surplus = Math.min(rateDecimals, Math.max(0, String(exact).length - rateDigits));
  const step = 10n ** BigInt(surplus);
  return formatDecimal((exact / step) * step, rateDecimals);
}
