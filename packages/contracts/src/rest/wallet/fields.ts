import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { coinCode, networkCode } from '#rest/codes.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { pageQuery } from '#rest/page.ts';

/** What every call of a logged-in user about the wallet has in common. */
export const user = { access: 'user', tag: 'wallet' } as const;

/** An address as a person writes it. Which spellings count is the network's to say. */
export const writtenAddress = described(
  z
    .string()
    .check(z.trim(), required, z.maxLength(150, { error: 'invalid_withdrawal_address', abort: true })),
  'An address of the network.',
  { example: '0x52908400098527886E0F7030069857D2E4169EE7' },
);

export const writtenMemo = described(
  z.string().check(z.trim(), z.maxLength(100, { error: 'invalid_memo' })),
  'The memo or destination tag that the recipient asks for. Empty counts as none.',
  { example: '104729' },
);

/** As a bank is told it. */
export const writtenHolder = described(
  z.string().check(z.trim(), z.maxLength(140), z.regex(/^[^\p{Cc}<>]*$/u, { error: 'value_invalid' })),
  'Of a bank transfer: in whose name the account is. Whoever is verified pays out to accounts in their own name.',
  { example: 'Ana Ferreira' },
);

/** Letters that need no escaping anywhere; one id names one movement, so sending it again is safe. */
export const clientId = described(
  z.string().check(required, z.regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'value_invalid' })),
  'Chosen by the client. The same id with the same words answers with the first, and moves nothing twice.',
  { example: 'rent-2026-11' },
);

/** Ids are UUIDs; anything else names nothing. */
export const transactionId = z.object({ id: uuid({ error: 'transaction_not_found' }) });

export const coinOnNetwork = { currency: coinCode, network: networkCode };

/** A page by offset, or by the last row seen, which stays right and fast while rows are added. */
export function cursorQuery() {
  return z.extend(pageQuery(), {
    cursor: described(
      z.optional(z.string().check(z.maxLength(200))),
      '`next` of the page before. `offset` then counts from there.',
    ),
  });
}

export const next = described(z.nullable(z.string()), 'The cursor of the next page. Null: this is the last.');
