import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, pairCode } from '#rest/codes.ts';
import { decimalString, requestDecimal } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmation, confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { oneLine } from '#rest/text.ts';
import { amount } from '#rest/trading/order.ts';
import { remainder, SwapFee, slippageDefault, slippageMax } from '#rest/trading/swap.ts';
import { clientId, cursorQuery, next, transactionId } from '#rest/wallet/fields.ts';
import { unprovedErrors } from '#rest/wallet/proved.ts';
import {
  CardLimits,
  CardOrder,
  fiatAmount,
  fiatCurrency,
  PaySystemTerms,
  payMethod,
  paySystem,
  SavedCard,
} from './fields.ts';

const tag = 'cards';
const own = { access: 'user', tag } as const;
const trader = { access: 'trader', tag } as const;

const slippage = described(
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
);

export const CardPreview = named(
  'CardPreview',
  z.object({
    give: described(decimalString, 'What is paid with the card, or what of the coin is sold.'),
    fee: described(decimalString, 'Of ours for the payment, in the currency.'),
    receive: described(decimalString, 'What is expected, after all fees.'),
    least: described(
      decimalString,
      'Send it with the order: if the books give less, the coin is not bought or sold.',
    ),
    remainder: described(
      remainder,
      'What the market does not take: of a purchase the currency that stays on the balance, of a sale the coin that is not sold. Null: nothing.',
    ),
    rate: described(decimalString, 'Of the currency for one coin, after fees.'),
    impact: described(decimalString, 'How much worse than the best prices on the books it is, in percent.'),
    trading_fees: z.array(SwapFee),
    route: z.array(pairCode),
  }),
);
export type CardPreview = z.infer<typeof CardPreview>;

const asked = z
  .strictObject({
    pay_system: paySystem,
    currency: fiatCurrency,
    coin: coinCode,
    give: described(
      z.optional(amount),
      'Of a purchase what is paid, of a sale what is sold. Either this or `receive`.',
    ),
    receive: described(z.optional(amount), 'What is to arrive. Either this or `give`.'),
    slippage,
  })
  .check(
    z.refine(({ give, receive }) => (give === undefined) !== (receive === undefined), {
      error: 'field_required',
      path: ['give'],
    }),
  );

const ofBooks = [
  'coin_invalid',
  'exchange_disabled_for_currency',
  'not_suitable_pair',
  'market_closed',
  'pair_disabled',
  'trading_disabled_for_currency',
  'order_meets_own',
  'swap_not_offered',
  'amount_too_small',
  'amount_too_large',
  'amount_too_many_decimals',
  'value_not_allowed',
] as const;
const ofAccount = [
  'trading_disabled',
  'account_frozen',
  'account_disabled',
  'duplicate_transaction',
  'price_changed',
  ...unprovedErrors,
] as const;

export const cardEndpoints = {
  options: defineEndpoint({
    access: 'public',
    tag,
    method: 'GET',
    path: 'card/options',
    summary: 'List by what coins are bought and sold with a card, on what terms, and what is switched off',
    response: z.object({
      default: paySystem,
      systems: z.array(PaySystemTerms),
      coins: described(z.array(coinCode), 'What can be bought and sold.'),
      sandbox: described(z.boolean(), 'No real money: test cards are on the payment page.'),
    }),
  }),
  limits: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'card/limits',
    summary: 'Read how much one can still buy with a card',
    response: CardLimits,
  }),
  previewPurchase: defineEndpoint({
    access: 'public',
    tag,
    method: 'POST',
    path: 'card/purchase-preview',
    summary: 'What a purchase with a card would cost and bring now',
    body: asked,
    response: CardPreview,
    errors: [...ofBooks, 'deposits_disabled'],
  }),
  previewSale: defineEndpoint({
    access: 'public',
    tag,
    method: 'POST',
    path: 'card/sale-preview',
    summary: 'What a sale to a card would bring now',
    body: asked,
    response: CardPreview,
    errors: [...ofBooks, 'withdrawals_disabled'],
  }),
  buy: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'card/purchases',
    summary: 'Order a purchase with a card, and get the page on which it is paid',
    body: z.strictObject({
      pay_system: paySystem,
      method: payMethod,
      currency: fiatCurrency,
      coin: coinCode,
      give: described(fiatAmount, 'What is paid, our fee included.'),
      least: described(amount, 'The least of the coin; as the preview said it.'),
      card: described(
        z.optional(uuid({ error: 'card_not_found' })),
        'A saved card, so that its number need not be typed.',
      ),
      save_card: described(
        z.prefault(z.boolean(), false),
        'Save the card for the next time, as a token of the pay system.',
      ),
      client_id: clientId,
    }),
    response: CardOrder,
    errors: [
      ...ofBooks,
      ...ofAccount,
      'deposits_disabled',
      'card_limit_exceeded',
      'card_not_found',
      'card_expired',
      'external_service_error',
    ],
  }),
  sell: defineEndpoint({
    ...trader,
    method: 'POST',
    path: 'card/sales',
    summary: 'Sell a coin, and have the currency paid out to a card, a Payeer account or an IBAN',
    body: z.strictObject({
      pay_system: paySystem,
      currency: fiatCurrency,
      coin: coinCode,
      give: described(amount, 'What of the coin is sold.'),
      least: described(fiatAmount, 'The least that is paid out, our fee taken off; as the preview said it.'),
      to: described(
        z.string().check(z.trim(), required, z.maxLength(60, { error: 'value_invalid' })),
        'The id of a saved card (cauri), a Payeer account (payeer) or an IBAN (sepa).',
        { example: 'P1012345678' },
      ),
      holder: described(
        z.optional(z.string().check(z.trim(), required, z.maxLength(70), oneLine)),
        'Whose account it is. Required for an IBAN.',
      ),
      client_id: clientId,
      confirmation,
    }),
    response: CardOrder,
    errors: [
      ...ofBooks,
      ...ofAccount,
      ...confirmationErrors,
      'withdrawals_disabled',
      'withdrawal_disabled',
      'withdrawal_limit_exceeded',
      'out_of_limit',
      'card_hold',
      'payouts_frozen',
      'address_not_saved',
      'address_denied',
      'insufficient_balance',
      'insufficient_funds',
      'daily_limit_exceeded',
      'card_not_found',
      'card_expired',
      'payeer_account_invalid',
      'iban_invalid',
      'holder_differs',
      'invalid_withdrawal_address',
      'too_many_withdrawal_attempts',
    ],
  }),
  orders: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'card/orders',
    summary: "List one's own purchases and sales with a card, newest first",
    query: z.extend(cursorQuery(), { side: z.optional(z.enum(['buy', 'sell'])) }),
    response: z.object({ results: z.array(CardOrder), next }),
  }),
  order: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'card/orders/:id',
    summary: "Read one of one's own purchases or sales with a card",
    params: transactionId,
    response: CardOrder,
    errors: ['transaction_not_found'],
  }),
  savedCards: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'card/saved',
    summary: "List one's own saved cards",
    response: z.object({ results: z.array(SavedCard) }),
  }),
  deleteCard: defineEndpoint({
    ...own,
    method: 'DELETE',
    path: 'card/saved/:id',
    duringMaintenance: true,
    summary: 'Forget a saved card',
    params: z.object({ id: uuid({ error: 'card_not_found' }) }),
    response: z.object({}),
    errors: ['card_not_found'],
  }),
} as const;
