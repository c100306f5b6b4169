import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, pairCode } from '#rest/codes.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { count } from '#rest/numbers.ts';
import { pageQuery } from '#rest/page.ts';
import { amount, clientOrderId } from './order.ts';

const user = { access: 'user', tag: 'swap' } as const;
const trader = { access: 'trader', tag: 'swap' } as const;

/** How much less than expected may arrive unless the user chooses, and at most, in percent. */
export const slippageDefault = '0.5';
export const slippageMax = 10;

/** For how long a quote holds. */
export const quoteSeconds = 15;

/** What the markets did not take of an amount. */
export const remainder = z.nullable(z.object({ currency: coinCode, amount: decimalString }));

export const SwapRecord = named(
  'SwapRecord',
  z.object({
    id: z.string().check(z.maxLength(64)),
    from: coinCode,
    to: coinCode,
    given: decimalString,
    received: decimalString,
    remainder: described(
      remainder,
      'What the market did not take of the amount that was asked for. It stays on the balance. Null: nothing.',
    ),
    state: described(z.int(), '1: done.'),
    time: moment,
  }),
);

const paidFee = z.object({ market: pairCode, coin: coinCode, amount: decimalString });

/** With what it cost, as it was paid. */
export const ListedSwap = named(
  'ListedSwap',
  z.extend(SwapRecord, { fees: described(z.array(paidFee), 'The trading fee, by market.') }),
);
export type ListedSwap = z.infer<typeof ListedSwap>;

export const SwapFee = named(
  'SwapFee',
  z.object({
    market: pairCode,
    coin: coinCode,
    amount: decimalString,
    percent: described(decimalString, 'Of what the market yields.'),
  }),
);

const preview = {
  from: coinCode,
  to: coinCode,
  give: described(decimalString, 'What leaves: what was asked for, without what is finer than a lot.'),
  receive: described(decimalString, 'What is expected, after fees.'),
  remainder: described(
    remainder,
    'What of `give` as it was asked the market does not take. It stays on the balance. Null: nothing.',
  ),
  least: described(decimalString, 'The least that arrives; if the books give less, nothing happens.'),
  rate: described(decimalString, 'Of `to` for one `from`, after fees.'),
  impact: described(
    decimalString,
    'How much worse than the best prices on the books it is, before fees, in percent.',
  ),
  fees: z.array(SwapFee),
  route: described(z.array(pairCode), 'The markets that it goes through.'),
};

export const SwapPreview = named('SwapPreview', z.object(preview));

export const SwapQuote = named(
  'SwapQuote',
  z.object({
    id: described(
      z.string().check(z.maxLength(1_024)),
      'Names the quote when it is accepted. Accepted twice, it is one swap.',
    ),
    ...preview,
    expires_at: moment,
    expires_in: described(count, 'In seconds, for whoever has another clock.'),
  }),
);

/** One of both sides is given: what leaves, or what is to arrive. */
const asked = z
  .strictObject({
    from: coinCode,
    to: coinCode,
    give: described(z.optional(amount), 'What leaves. Either this or `receive`.'),
    receive: described(z.optional(amount), 'What is to arrive. Either this or `give`.'),
    slippage: described(
      z.prefault(
        requestDecimal({ decimalsMax: 2 }).check(
          z.refine((text) => Number(text) <= slippageMax, {
            error: 'amount_too_large',
            params: { max: slippageMax },
          }),
        ),
        slippageDefault,
      ),
      'How much less than expected may arrive, in percent.',
    ),
  })
  .check(
    z.refine(({ give, receive }) => (give === undefined) !== (receive === undefined), {
      error: 'field_required',
      path: ['give'],
    }),
  );

const ofBooks = [
  'coin_invalid',
  'amount_too_many_decimals',
  'amount_too_small',
  'exchange_disabled_for_currency',
  'not_suitable_pair',
  'market_closed',
  'pair_disabled',
  'trading_disabled_for_currency',
  'order_meets_own',
] as const;
const ofAccount = [
  'trading_disabled',
  'account_frozen',
  'daily_limit_exceeded',
  'insufficient_balance',
] as const;

export const swapEndpoints = {
  swaps: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'exchange',
    summary: "List one's own swaps, newest first",
    query: z.extend(pageQuery({ limitDefault: 20, limitMax: 20 }), {
      state: z.prefault(z.coerce.number<string | number>().check(z.int()), 1),
    }),
    response: z.object({ results: z.array(ListedSwap), total: count }),
  }),
  swap: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'exchange',
    summary: 'Swap one coin into another through the order books, all of it or nothing',
    body: z.strictObject({
      from: coinCode,
      to: coinCode,
      amount,
      min_receive: amount,
      client_order_id: z.optional(clientOrderId),
    }),
    response: SwapRecord,
    errors: [
      ...ofBooks,
      ...ofAccount,
      'duplicate_transaction',
      'swap_price_moved',
      'swap_not_offered',
      'order_size_too_small',
      'order_size_too_large',
      'order_cost_limit',
      'order_small_quantity',
      'invalid_trading_pair',
    ],
  }),
  previewSwap: defineEndpoint({
    access: 'public',
    tag: 'swap',
    method: 'POST',
    path: 'exchange/preview',
    summary: 'What a swap would give and yield now, for whoever is not logged in',
    body: asked,
    response: SwapPreview,
    errors: [...ofBooks, 'amount_too_large', 'swap_not_offered'],
  }),
  quoteSwap: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'exchange/quote',
    summary: 'A quote that can be accepted for some seconds',
    body: asked,
    response: SwapQuote,
    errors: [...ofBooks, 'amount_too_large', 'swap_not_offered'],
  }),
  acceptQuote: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'exchange/accept',
    summary: 'Swap as quoted, if the books give at least what was promised: all of it or nothing',
    body: z.strictObject({ quote: z.string().check(z.maxLength(1_024)) }),
    response: SwapRecord,
    errors: [
      ...['not_found', 'quote_expired', 'price_changed', 'exchange_disabled_for_currency', 'coin_invalid'],
      ...['market_closed', 'pair_disabled', 'trading_disabled_for_currency', 'order_meets_own'],
      ...ofAccount,
    ] as const,
  }),
} as const;
