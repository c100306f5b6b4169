import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { approvalEndpoints } from './back-office/approvals/approvals.ts';
import { explained } from './back-office/fields.ts';
import { listingEndpoints } from './back-office/listings.ts';
import { ticketEndpoints } from './support/tickets.ts';
import { oneLine, severalLines } from './text.ts';
import { bankReviewEndpoints } from './wallet/bank.ts';

const takes = (schema: z.ZodMiniType, text: string) => schema.safeParse(text).success;

it.each(['Ångström', '日本', '😀 whole', 'a-b.c'])('takes %j', (text) => {
  expect([takes(z.string().check(oneLine), text), takes(z.string().check(severalLines), text)]).toEqual([
    ...[true, true],
  ]);
});

it.each(['abc\ud800', '\udc00abc', 'a\u0000b', 'a\u001b[31mred', 'a\rb', 'a\u0085b'])(
  'refuses %j in the words of staff',
  (text) => {
    expect(takes(explained.reason, text)).toBe(false);
    expect(takes(bankReviewEndpoints.record.body.shape.sender, text)).toBe(false);
    expect(takes(listingEndpoints.createCoin.body.shape.name, text)).toBe(false);
    expect(takes(approvalEndpoints.adjustBalance.body.shape.evidence, text)).toBe(false);
  },
);

it('takes several lines where a reason is given, and one where a name is', () => {
  expect(takes(explained.reason, 'one\n\ttwo')).toBe(true);
  expect(takes(listingEndpoints.createCoin.body.shape.name, 'one\ntwo')).toBe(false);
});

it.each(['202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'])(
  'refuses the sign U+%s, which turns what follows, in a line',
  (code) => {
    const text = `refund ${String.fromCodePoint(Number.parseInt(code, 16))}000,1`;
    expect(takes(z.string().check(oneLine), text)).toBe(false);
    expect(takes(ticketEndpoints.open.body.shape.subject, text)).toBe(false);
    expect(takes(z.string().check(severalLines), text)).toBe(true);
  },
);
