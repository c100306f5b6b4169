import * as z from 'zod/mini';
import { webAddress } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimal } from '#rest/decimal.ts';
import { oneLine } from '#rest/text.ts';

/**
 * What is said between the server and an acquirer. Both sign what they send: HMAC-SHA256 with the secret that they share, over the time, a full stop and the
 * body as it is, in hexadecimal. So neither the secret nor a card number travels, and an old message cannot be sent again much later.
 */
export const timestampHeader = 'x-acquirer-timestamp';
export const signatureHeader = 'x-acquirer-signature';

/** How far the clocks of both may be apart, and how old a message may be. */
export const messageAgeMaxSeconds = 300;

export function signedText(timestamp: string, body: string): string {
  return `${timestamp}.${body}`;
}

const amount = decimal({ decimalsMax: 2 });
const currency = z.enum(fiatCurrencies);
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), oneLine);
/** Ours: every message about it carries it. */
const order = z.uuid();

export const PageRequest = z.object({
  order,
  /** The name of the exchange, for the page. */
  shop: text(30),
  /** What is bought, for the page. */
  goods: z.optional(text(30)),
  method: text(30),
  amount,
  currency,
  /** Of a saved card. */
  token: z.nullable(text(100)),
  save_card: z.boolean(),
  return_url: z.url(),
  language: text(2),
  expires: z.iso.datetime(),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** People are sent to the page. */
export const OpenedPage = z.object({ payment: text(100), page: webAddress });
export type OpenedPage = z.infer<typeof OpenedPage>;

/** Of a card nobody is told more than this. The token is given for one that is to be saved; the fingerprint is what the pay system calls the number, the same whoever pays with it. */
const card = z.object({
  brand: text(20),
  last_four: z.string().check(z.regex(/^[0-9]{4}$/)),
  expires_month: z.int().check(z.minimum(1), z.maximum(12)),
  expires_year: z.int().check(z.minimum(2000), z.maximum(2100)),
  token: z.nullable(text(100)),
  fingerprint: z.optional(z.nullable(text(100))),
});
export type TokenCard = z.infer<typeof card>;

export const paymentStates = [
  'open',
  'authenticating',
  'refused',
  'expired',
  'paid',
  'refunded',
  'charged_back',
] as const;

export const AcquirerPayment = z.object({
  payment: text(100),
  order,
  amount,
  currency,
  state: z.enum(paymentStates),
  reason: z.nullable(z.enum(['declined', 'authentication_failed', 'cancelled'])),
  /** What of it was given back by now, in all refunds together, ours included. A payment of which a part was is still `paid`. */
  refunded: z.optional(amount),
  card: z.nullable(card),
});
export type AcquirerPayment = z.infer<typeof AcquirerPayment>;

export const PayoutRequest = z.object({
  order,
  amount,
  currency,
  to: z.union([
    z.object({ token: text(100) }),
    z.object({ payeer: text(20) }),
    z.object({ iban: text(34), holder: text(70) }),
  ]),
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

export const AcquirerPayout = z.object({
  order,
  amount,
  currency,
  state: z.enum(['sending', 'paid', 'refused']),
});
export type AcquirerPayout = z.infer<typeof AcquirerPayout>;

/** All of a payment or a part of it. `refund` is ours, and the same however often the same refund is asked for. */
export const RefundRequest = z.object({ refund: z.uuid(), order, amount, currency });
export type RefundRequest = z.infer<typeof RefundRequest>;
export const Refunded = z.object({ state: z.enum(['refunded', 'refused']) });

/** What happened, as it stood then. The same event keeps its id however often it is delivered. */
export const AcquirerEvent = z.discriminatedUnion('kind', [
  z.object({ id: text(100), kind: z.literal('payment'), payment: AcquirerPayment }),
  z.object({ id: text(100), kind: z.literal('payout'), payout: AcquirerPayout }),
]);
export type AcquirerEvent = z.infer<typeof AcquirerEvent>;

/** Paths of an acquirer, below its address. All are posts with a signed body. */
export const acquirerPaths = {
  openPage: '/api/payments/open',
  findPayment: '/api/payments/find',
  refund: '/api/payments/refund',
  payOut: '/api/payouts/send',
  findPayout: '/api/payouts/find',
} as const;
