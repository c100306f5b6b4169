import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { coinCode, moment, networkCode } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { cursorQuery, next } from './fields.ts';

const compared = {
  network: networkCode,
  currency: coinCode,
  height: described(count, 'The block up to which both were compared.'),
  custody: described(signedDecimalString, 'What the books say that we hold on the network.'),
  seen: described(
    signedDecimalString,
    'On our addresses and not in custody: seen and not credited, less what left and is not booked.',
  ),
  difference: described(signedDecimalString, 'On the chain less custody and seen. 0: they agree.'),
};

export const BookLine = named(
  'BookLine',
  z.object({
    ...compared,
    hot: described(decimalString, "On the house's own addresses."),
    users: described(decimalString, 'On the deposit addresses of users.'),
    cold: described(decimalString, 'On the cold address.'),
    in_flight: described(signedDecimalString, 'Sent and not final. It is still in custody.'),
    checked: moment,
    stopped: described(
      z.boolean(),
      'Nothing of the coin goes out on any network until an operator lifts the stop.',
    ),
  }),
);
export type BookLine = z.infer<typeof BookLine>;

export const BookFinding = named(
  'BookFinding',
  z.object({
    id: uuid(),
    ...compared,
    on_chain: decimalString,
    found: moment,
    ended: described(
      z.nullable(moment),
      'When they agreed again, or differed by another amount. Null: it stands.',
    ),
    explanation: described(
      z.nullable(z.object({ by: z.guid(), reason: z.string(), time: moment })),
      'Null: nobody has said what it is.',
    ),
  }),
);
export type BookFinding = z.infer<typeof BookFinding>;

export const bookEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'books.read',
    method: 'GET',
    path: 'admin/books',
    summary: 'List what lies on each network and what the books say, as they were last compared',
    response: z.object({ results: z.array(BookLine) }),
  }),
  findings: defineEndpoint({
    ...desk,
    access: 'books.read',
    method: 'GET',
    path: 'admin/books/findings',
    summary: 'List differences between chains and books that stood at a second look, newest first',
    query: cursorQuery(),
    response: z.object({ results: z.array(BookFinding), next }),
  }),
  lift: defineEndpoint({
    ...desk,
    access: 'books.lift',
    method: 'POST',
    path: 'admin/books/stops/:currency/lift',
    summary:
      'Let a coin go out again whose books did not agree; the same difference does not stop it any more',
    params: z.object({ currency: coinCode }),
    body: z.strictObject(explained),
    response: z.object({ currency: coinCode, findings: z.array(BookFinding) }),
    errors: ['coin_invalid', 'coin_not_stopped', ...confirmationErrors],
  }),
} as const;
