import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment, pairCode, webAddress } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { count } from '#rest/numbers.ts';
import { remainder } from '#rest/trading/swap.ts';
import { unreadable } from '#rest/unreadable.ts';
import { clientId } from '#rest/wallet/fields.ts';

/** Who takes payments for us; the first is the default. */
export const paySystems = ['cauri', 'payeer', 'sepa'] as const;
export type PaySystem = (typeof paySystems)[number];
/** As they write themselves. */
export const paySystemNames: Readonly<Record<PaySystem, string>> = {
  cauri: 'Cauri',
  payeer: 'Payeer',
  sepa: 'SEPA',
};

/** By what a person pays. `wire_transfer` and `crypto` go by other pages: a bank transfer that staff record, and a deposit over a network. */
export const payMethods = [
  'credit_card',
  'debit_card',
  'mobile_wallet',
  'online_wallet',
  'bank_transfer',
  'wire_transfer',
  'crypto',
] as const;
export type PayMethod = (typeof payMethods)[number];

/** For how long a payment page is open. */
export const payPageMinutes = 30;

/** What is paid with a card is counted in hundredths. */
export const fiatAmount = requestDecimal({ decimalsMax: 2 });
export const fiatCurrency = z.enum(fiatCurrencies, { error: 'coin_invalid' });
export const paySystem = z.enum(paySystems, { error: 'value_not_allowed' });
export const payMethod = z.enum(payMethods, { error: 'value_not_allowed' });

/**
 * - of a purchase: `pending` (the payment page is open), `authenticating` (the bank of the card asks its owner), `refused`, `expired` (nobody paid),
 *   `paid` (the money is being credited and the coin bought), `completed`, `refunding`, `refunded`, `charged_back`.
 * - of a sale: `selling`, `sending` (the pay system has been asked to pay out), `completed`, `refused` (nothing was sold), `failed` (the payout came
 *   back: the currency is on the balance).
 *
 * `refused` and `expired` purchases may still become `paid`: a page takes another card until it closes, and a payment may be late.
 */
export const cardOrderStatuses = [
  'pending',
  'authenticating',
  'refused',
  'expired',
  'paid',
  'selling',
  'sending',
  'completed',
  'failed',
  'refunding',
  'refunded',
  'charged_back',
] as const;

/** Why it was refused, or why the currency was not turned into the coin. */
export const cardOrderReasons = [
  'declined',
  'authentication_failed',
  'cancelled',
  'price_moved',
  'paid_late',
  'market',
  'account',
  'payout_refused',
] as const;

export const CardMark = named(
  'CardMark',
  z.object({
    brand: described(z.string(), 'As the pay system names it.', { example: 'visa' }),
    last_four: described(z.string(), 'All that is known of its number.', { example: '4242' }),
  }),
);

export const CardOrder = named(
  'CardOrder',
  z.object({
    id: z.uuid(),
    side: described(z.enum(['buy', 'sell']), 'buy: paid with a card; sell: paid out to one.'),
    date: moment,
    updated: moment,
    status: z.enum(cardOrderStatuses),
    reason: z.nullable(z.enum(cardOrderReasons)),
    pay_system: paySystem,
    method: payMethod,
    give_coin: described(coinCode, 'Of a purchase the currency, of a sale the coin.'),
    give: decimalString,
    receive_coin: described(coinCode, 'Of a purchase the coin, of a sale the currency.'),
    expected: described(decimalString, 'What was expected when it was asked for, after fees.'),
    least: described(decimalString, 'If the books give less, the coin is not bought or sold.'),
    received: described(z.nullable(decimalString), 'What was bought or paid out. Null: nothing so far.'),
    fee: described(
      decimalString,
      'What we take for the payment, in the currency and within what is given or paid out.',
    ),
    trading_fees: described(
      z.array(z.object({ market: pairCode, coin: coinCode, amount: decimalString })),
      'What trading cost besides, by market, within what was bought or sold for.',
    ),
    remainder: described(
      remainder,
      'What the market did not take: of a purchase the currency that stays on the balance, of a sale the coin that was not sold. Null: nothing.',
    ),
    kept: described(
      z.nullable(z.object({ currency: fiatCurrency, amount: decimalString })),
      'The currency that is on the balance instead, because the coin was not bought or the payout came back.',
    ),
    reversed: described(
      z.nullable(
        z.object({
          currency: fiatCurrency,
          taken: described(decimalString, 'Off the balance of the currency.'),
          open: described(decimalString, 'What the balance did not have, and its owner still owes.'),
          suspended: described(z.boolean(), 'The account is suspended because of it.'),
        }),
      ),
      'What refunds and a chargeback took in all. The coin that was bought stays.',
    ),
    refunds: described(
      z.array(
        z.object({
          kind: z.enum(['refund', 'chargeback']),
          status: described(z.enum(['open', 'done']), 'open: it is on its way.'),
          date: moment,
          amount: described(decimalString, 'Of the payment, to where it was paid from.'),
          taken: described(
            z.nullable(decimalString),
            'Off the balance of the currency; the rest is our fee, which goes back too.',
          ),
        }),
      ),
      'What of a purchase was given back, each time for itself, the oldest first. Together never more than was paid.',
    ),
    pay_page: described(
      z.nullable(webAddress),
      'Where the person pays, at the pay system. The page leads back to `/account/quick-swap?tab=card&order=<id>`. Null: there is nothing to pay.',
    ),
    expires: described(z.nullable(moment), 'When the payment page closes.'),
    card: described(z.nullable(CardMark), 'With what it was paid, or what it is paid out to.'),
    to: described(z.nullable(z.string()), 'Of a sale: the Payeer account or the IBAN, mostly hidden.'),
    client_id: clientId,
    unreadable,
  }),
);
export type CardOrder = z.infer<typeof CardOrder>;

export const SavedCard = named(
  'SavedCard',
  z.extend(CardMark, {
    id: z.uuid(),
    pay_system: paySystem,
    expires_month: z.int(),
    expires_year: z.int(),
    expired: z.boolean(),
    saved: moment,
  }),
);
export type SavedCard = z.infer<typeof SavedCard>;

export const PaySystemTerms = named(
  'PaySystemTerms',
  z.object({
    name: paySystem,
    methods: z.array(payMethod),
    payout: described(z.enum(['card', 'payeer', 'iban']), 'What a sale is paid out to.'),
    currencies: z.array(
      z.object({
        currency: fiatCurrency,
        purchases: described(z.boolean(), 'Whether one can buy with it now.'),
        sales: z.boolean(),
        purchase_fee_percent: described(decimalString, 'Of what is paid.'),
        purchase_fee_fixed: decimalString,
        payout_fee_percent: described(decimalString, 'Of what a sale brings.'),
        payout_fee_fixed: decimalString,
        min: described(decimalString, 'Of one payment or payout, in the currency.'),
        max: decimalString,
      }),
    ),
  }),
);
export type PaySystemTerms = z.infer<typeof PaySystemTerms>;

export const CardLimits = named(
  'CardLimits',
  z.object({
    level: count,
    payment_max: described(decimalString, 'The most in one purchase, by its value in USDT.'),
    day_max: described(decimalString, 'The most in purchases within 24 hours, by their value in USDT.'),
    day_used: decimalString,
    day_left: decimalString,
    left: described(
      z.array(
        z.object({
          currency: fiatCurrency,
          max: decimalString,
          day_max: decimalString,
          day_left: decimalString,
        }),
      ),
      'The same in each currency that has a rate: `max` is the most that one purchase may cost now, by the payment and by what is left of the day. Limits of a level are rounded down to three digits here, because they are round in USDT.',
    ),
  }),
);
export type CardLimits = z.infer<typeof CardLimits>;
