import { fail, rateUp, succeed } from '@emporion/kernel';
import type { Swap } from '#commands/commands.ts';
import type { Decision, Objection, Rejection, RejectionCode } from '#exchange/rejection.ts';
import type { Fill } from '#matching/matcher.ts';
import type { Side } from '#matching/order.ts';
import { checkAmount, checkCoin } from '#money/money-checks.ts';
import type { Exchange } from '#state/exchange.ts';
import { amountMax } from '#state/limits.ts';
import type { Market } from '#state/market.ts';
import { checkProceeds, checkRoute, findLeg } from './swap.ts';

export interface QuoteRequest extends Pick<Swap, 'from' | 'to' | 'route'> {
  /** Null for a visitor, who pays what the first tier pays. */
  readonly account: string | null;
}

export interface QuotedLeg {
  readonly market: string;
  readonly side: Side;
  /** In parts per million of what the leg yields. */
  readonly feeRate: bigint;
  /** In the coin that the leg yields. */
  readonly fee: bigint;
}

/** What a swap would do to the books as they are. */
export interface SwapQuote {
  readonly given: bigint;
  readonly received: bigint;
  readonly legs: readonly QuotedLeg[];
  /** How much worse than the best prices on the books it is, before fees, in parts per million. */
  readonly impact: number;
}

const million = 1_000_000;

/** A quote, or why there is none and whether a smaller amount or a larger one may have one. */
type Try =
  | { readonly quote: SwapQuote }
  | { readonly rejection: Rejection; readonly is: 'too_little' | 'too_much' };

/**
 * What a swap of this amount would yield now. It is the decision of `Swap` without its account: nobody's balance is asked for, and it makes
 * no events. Rejects with what `Swap` rejects for its coins, amount, route and books.
 */
export function quoteSwap(
  exchange: Exchange,
  { amount, ...request }: QuoteRequest & { readonly amount: bigint },
): Decision<SwapQuote> {
  const objection = checkRequest(exchange, request) ?? checkAmount(amount);
  if (objection) return fail(objection);
  const tried = tryAmount(exchange, request, amount);
  return 'quote' in tried ? succeed(tried.quote) : fail(tried.rejection);
}

/**
 * The least that has to be given so that at least `wanted` comes out: who gives more never gets less. Rejects as `quoteSwap` does, where no amount yields so
 * much with what the books cannot take any more.
 */
export function quoteSwapFor(
  exchange: Exchange,
  { wanted, ...request }: QuoteRequest & { readonly wanted: bigint },
): Decision<SwapQuote> {
  const objection = checkRequest(exchange, request) ?? checkAmount(wanted);
  if (objection) return fail(objection);
  const attempt = (amount: bigint) => tryAmount(exchange, request, amount);
  const isTooLittle = (tried: Try) =>
    'quote' in tried ? tried.quote.received < wanted : tried.is === 'too_little';
  const tried = attempt(firstOf((amount) => !isTooLittle(attempt(amount))));
  return 'quote' in tried ? succeed(tried.quote) : fail(tried.rejection);
}

/**
 * The least and the most that can be swapped now. Rejects as `quoteSwap` does, with what stands in the way of every amount.
 */
export function swapBounds(
  exchange: Exchange,
  request: QuoteRequest,
): Decision<{ readonly least: bigint; readonly most: bigint }> {
  const objection = checkRequest(exchange, request);
  if (objection) return fail(objection);
  const attempt = (amount: bigint) => tryAmount(exchange, request, amount);
  const isNot = (what: 'too_little' | 'too_much') => (amount: bigint) => {
    const tried = attempt(amount);
    return 'quote' in tried || tried.is !== what;
  };
  const least = firstOf(isNot('too_little'));
  const tried = attempt(least);
  if (!('quote' in tried)) return fail(tried.rejection);
  const isEnough = isNot('too_much');
  const firstTooMuch = firstOf((amount) => !isEnough(amount));
  return succeed({ least, most: firstTooMuch - 1n });
}

/** The smallest amount of which something is true that is true of all larger ones; the largest amount where it is of none. */
function firstOf(isTrue: (amount: bigint) => boolean): bigint {
  let [before, at] = [0n, 1n];
  while (at < amountMax && !isTrue(at)) [before, at] = [at, at * 2n];
  while (at - before > 1n) {
    const middle = (before + at) / 2n;
    if (isTrue(middle)) at = middle;
    else before = middle;
  }
  return at;
}

function checkRequest(exchange: Exchange, { from, to, route }: QuoteRequest): Objection {
  return checkCoin(exchange, from) ?? checkCoin(exchange, to) ?? checkRoute(exchange, { from, to, route });
}

const tooLittle: ReadonlySet<RejectionCode> = new Set([
  'order_wrong_quantity',
  'order_size_too_small',
  'order_small_quantity',
]);

function tryAmount(exchange: Exchange, { account, from, route }: QuoteRequest, amount: bigint): Try {
  const tier = account === null ? 0 : (exchange.findAccount(account)?.tier ?? 0);
  const legs: QuotedLeg[] = [];
  let [coin, left, given, keeps] = [from, amount, 0n, 1];
  const refuse = (market: Market, rejection: Rejection, cost: bigint): Try => {
    const isSmall =
      tooLittle.has(rejection.code) ||
      (rejection.code === 'order_cost_limit' && cost < market.rules.minimumCost);
    return { rejection, is: isSmall ? 'too_little' : 'too_much' };
  };
  for (const [index, code] of route.entries()) {
    const market = exchange.market(code);
    const terms = { market, account: account ?? '', coin, amount: left, orderId: 0, at: 0 };
    const leg = findLeg(exchange, terms);
    if (!leg.ok) return refuse(market, leg.failure, left);
    const { side } = leg.value.order;
    const feeRate = market.ratesOf(tier).taker;
    const outcome = outcomeOf(market, leg.value.found.fills, { side, feeRate });
    const objection = checkProceeds(market, { side, ...outcome });
    if (objection) return refuse(market, objection, outcome.gross);
    legs.push({ market: code, side, feeRate, fee: outcome.gross - outcome.received });
    if (index === 0) given = outcome.given;
    keeps *= outcome.keeps;
    left = outcome.received;
    coin = coin === market.base ? market.quote : market.base;
  }
  const impact = Math.max(0, Math.round((1 - keeps) * million));
  return { quote: { given, received: left, legs, impact } };
}

interface Outcome {
  readonly given: bigint;
  readonly gross: bigint;
  readonly received: bigint;
  /** What is left of the best price, by 1; only to be shown. */
  readonly keeps: number;
}

/** The money of the fills, as `settleFill` settles each. */
function outcomeOf(
  { units }: Market,
  fills: readonly Fill[],
  { side, feeRate }: { side: Side; feeRate: bigint },
): Outcome {
  const best = fills[0]?.maker.price ?? 0;
  let [given, gross, fees, ideal] = [0n, 0n, 0n, 0n];
  for (const { maker, quantity } of fills) {
    const base = units.base(quantity);
    const yielded = side === 'buy' ? base : units.quoteDown(maker.price, quantity);
    given += side === 'buy' ? units.quoteUp(maker.price, quantity) : base;
    gross += yielded;
    fees += rateUp(yielded, feeRate);
    ideal += side === 'buy' ? units.quoteUp(best, quantity) : units.quoteDown(best, quantity);
  }
  const keeps = side === 'buy' ? Number(ideal) / Number(given) : Number(gross) / Number(ideal);
  return { given, gross, received: gross - fees, keeps: Number.isFinite(keeps) ? keeps : 1 };
}
