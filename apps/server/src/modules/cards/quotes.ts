import type { CardPreview, PaySystem } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { type MadeQuote, makeQuote, quoteOnWire, remainderOf } from '#modules/swap/index.ts';
import type { Trading } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { acquirersOf } from './acquirer/acquirers.ts';
import {
  feeOf,
  fiatUnits,
  grossOf,
  requireTerms,
  requireWithinBounds,
  showFiat,
  type Terms,
} from './terms.ts';

export interface Asked {
  readonly pay_system: PaySystem;
  readonly currency: string;
  readonly coin: string;
  readonly give?: string | undefined;
  readonly receive?: string | undefined;
  readonly slippage: string;
}

export interface PurchaseQuote {
  readonly terms: Terms;
  /** Charged, our fee within it; both in hundredths of the currency. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly quote: MadeQuote;
}

export interface SaleQuote {
  readonly terms: Terms;
  /** What the coin brings, and our fee of it. */
  readonly gross: bigint;
  readonly fee: bigint;
  /** The least that is paid out. */
  readonly least: bigint;
  readonly quote: MadeQuote;
}

/** @throws Problem coin_invalid, deposits_disabled or withdrawals_disabled. */
async function requireOffered(
  { platform }: Trading,
  { pay_system: system, currency, coin }: Pick<Asked, 'pay_system' | 'currency' | 'coin'>,
  side: 'buy' | 'sell',
): Promise<Terms> {
  const terms = await requireTerms(platform.database.kysely, { system, currency });
  const isOff =
    !acquirersOf(platform).find(system) || (side === 'buy' ? terms.purchasesDisabled : terms.salesDisabled);
  if (isOff) throw new Problem(side === 'buy' ? 'deposits_disabled' : 'withdrawals_disabled');
  if (coin === currency) throw new Problem('not_suitable_pair');
  return terms;
}

/**
 * What a purchase would cost and bring: the fee is taken off what is paid, and the coin bought for the rest.
 *
 * @throws Problem deposits_disabled, coin_invalid, amount_too_small, amount_too_large, and those of `makeQuote`.
 */
export async function quotePurchase(
  trading: Trading,
  asked: Asked,
  account: string | null,
): Promise<PurchaseQuote> {
  const terms = await requireOffered(trading, asked, 'buy');
  const { currency: from, coin: to, slippage, give, receive } = asked;
  const swap = { from, to, slippage };
  if (give !== undefined) {
    const amount = fiatUnits(give);
    requireWithinBounds(terms, amount);
    const fee = feeOf(amount, terms.purchase);
    if (fee >= amount) throw new Problem('amount_too_small', { params: { min: showFiat(fee + 1n) } });
    return {
      terms,
      amount,
      fee,
      quote: await makeQuote(trading, { ...swap, give: showFiat(amount - fee) }, account),
    };
  }
  const quote = await makeQuote(trading, { ...swap, receive }, account);
  const amount = grossOf(quote.given, terms.purchase);
  requireWithinBounds(terms, amount);
  return { terms, amount, fee: feeOf(amount, terms.purchase), quote };
}

/**
 * What a sale would bring: the coin is sold, and the fee taken off what that brings.
 *
 * @throws Problem withdrawals_disabled, coin_invalid, amount_too_small, amount_too_large, and those of `makeQuote`.
 */
export async function quoteSale(trading: Trading, asked: Asked, account: string | null): Promise<SaleQuote> {
  const terms = await requireOffered(trading, asked, 'sell');
  const { coin: from, currency: to, slippage, give, receive } = asked;
  const wanted = receive === undefined ? undefined : showFiat(grossOf(fiatUnits(receive), terms.payout));
  const quote = await makeQuote(trading, { from, to, slippage, give, receive: wanted }, account);
  const gross = quote.received;
  const fee = feeOf(gross, terms.payout);
  requireWithinBounds(terms, gross > fee ? gross - fee : 0n);
  const leastGross = quote.least - feeOf(quote.least, terms.payout);
  return { terms, gross, fee, least: leastGross > 0n ? leastGross : 0n, quote };
}

type Preview = CardPreview;

export function purchaseOnWire({ live }: Trading, { amount, fee, quote }: PurchaseQuote): Preview {
  const { receive, least, impact, fees, route } = quoteOnWire(live, quote);
  const rate = rateOf(amount, quote.received, live.coins.get(quote.to) ?? 0);
  // The rest of what is left after the fee is credited too, and not exchanged.
  const remainder = remainderOf(live, { coin: quote.from, units: amount - fee - quote.given });
  return {
    give: showFiat(amount),
    fee: showFiat(fee),
    receive,
    least,
    remainder,
    rate,
    impact,
    trading_fees: fees,
    route,
  };
}

export function saleOnWire({ live }: Trading, { gross, fee, least, quote }: SaleQuote): Preview {
  const { give, remainder, impact, fees, route } = quoteOnWire(live, quote);
  const rate = rateOf(gross - fee, quote.given, live.coins.get(quote.from) ?? 0);
  const words = { give, fee: showFiat(fee), receive: showFiat(gross - fee), least: showFiat(least) };
  return { ...words, remainder, rate, impact, trading_fees: fees, route };
}

const rateDecimals = 8;

/** Of the currency for one coin, rounded down. */
function rateOf(fiat: bigint, coinUnits: bigint, coinDecimals: number): string {
  if (coinUnits === 0n) return '0';
  const scaled = (fiat * 10n ** BigInt(coinDecimals + rateDecimals)) / (coinUnits * 100n);
  return formatDecimal(scaled, rateDecimals);
}
