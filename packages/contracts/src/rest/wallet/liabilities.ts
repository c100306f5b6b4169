import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { explained } from '#rest/back-office/fields.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { pageQuery } from '#rest/page.ts';

const hash = described(z.string().check(z.regex(/^[0-9a-f]{64}$/)), '64 hexadecimal digits.', {
  example: '85b0a83970a74a6ad0ee5d4bec5d3afe0048d18b8342e31e2d3a45e0f17879c7',
});
const value = described(
  z.string().check(z.regex(/^[0-9]{1,20}$/)),
  'A whole number of the unit of the publication, below 2^64.',
  { example: '963611993' },
);
const id = uuid({ error: 'proof_not_found' });

const published = {
  id: uuid(),
  coin: coinCode,
  time: described(moment, 'The moment of the journal that it was made of.'),
  height: described(count, 'The number of that moment: a batch of the journal.'),
  decimals: described(
    z.int(),
    'Values in the tree are whole numbers of 10 to the minus this. Coarser than the coin where all of it together would not fit; then each balance is rounded up.',
  ),
  total: described(decimalString, 'What the exchange owed of the coin, all balances and what follows.'),
  in_flight: described(
    decimalString,
    'What of the total had left balances and was not final on its network yet.',
  ),
  leaves: described(count, 'Leaves of the tree. Each balance is in two or more of them.'),
  root: described(hash, 'The hash that stands for the whole tree.'),
  digest: described(hash, 'The SHA-256 of the file, which the journal of the exchange has too.'),
  bytes: described(count, 'The length of the file.'),
  anchored: described(count, 'The batch of the journal that has the digest and the root.'),
  published: moment,
};

export const LiabilitiesProof = named('LiabilitiesProof', z.object(published));
export type LiabilitiesProof = z.infer<typeof LiabilitiesProof>;

/** One's own leaves. What `@emporion/contracts/liabilities` checks, and what the program in docs/proof-of-liabilities does. */
export const OwnLiabilities = named(
  'OwnLiabilities',
  z.object({
    id: uuid(),
    coin: coinCode,
    height: count,
    decimals: published.decimals,
    root: hash,
    total_value: value,
    account_id: described(uuid(), 'The id of the account.'),
    account: described(
      z.string().check(z.regex(/^[0-9]{1,20}$/)),
      'The number of the account: the first eight bytes of the SHA-256 of its id, the lowest first.',
    ),
    account_nonce: described(
      hash,
      'Of this account in this publication. Whoever has it finds its balance in the file.',
    ),
    nonce: described(hash, 'The SHA-256 of nonce, height and account: the key of its leaves.'),
    amount: described(decimalString, 'What its leaves come to.'),
    leaves: z.array(
      z.object({
        index: described(count, 'Its place among the leaves, from 0.'),
        value,
        path: described(
          z.array(z.object({ hash, value })),
          'The other child at each step, from the leaf up to below the root. The lowest bit of the place says on which side.',
        ),
      }),
    ),
  }),
);
export type OwnLiabilities = z.infer<typeof OwnLiabilities>;

export const liabilitiesStatuses = ['waiting', 'building', 'built', 'published', 'failed'] as const;

export const LiabilitiesRun = named(
  'LiabilitiesRun',
  z.object({
    id: uuid(),
    coin: coinCode,
    status: z.enum(liabilitiesStatuses),
    progress: described(count, 'In percent.'),
    requested: moment,
    requested_by: described(z.nullable(uuid()), 'Null: it was due.'),
    reason: z.nullable(z.string()),
    failure: described(z.nullable(z.string()), 'Why it could not be made.'),
  }),
);
export type LiabilitiesRun = z.infer<typeof LiabilitiesRun>;

const open = { access: 'public', tag: 'proof of liabilities', method: 'GET' } as const;
const staff = { tag: 'back office', path: 'admin/liabilities' } as const;

export const liabilitiesEndpoints = {
  list: defineEndpoint({
    ...open,
    path: 'liabilities',
    summary: 'List the published proofs of liabilities, newest first',
    query: z.extend(pageQuery(), { coin: z.optional(coinCode) }),
    response: z.object({
      results: z.array(LiabilitiesProof),
      more: described(z.boolean(), 'Whether there are older ones.'),
    }),
    errors: ['coin_invalid'],
  }),
  read: defineEndpoint({
    ...open,
    path: 'liabilities/:id',
    summary: 'Read one proof of liabilities',
    params: z.object({ id }),
    response: LiabilitiesProof,
    errors: ['proof_not_found'],
  }),
  file: defineEndpoint({
    ...open,
    path: 'liabilities/:id/file',
    summary: 'Download the whole tree of a proof of liabilities, as text/csv',
    params: z.object({ id }),
    response: described(
      z.string(),
      'The first line has block_height and the height; each further one a hash and a value, the root first, then row by row.',
    ),
    errors: ['proof_not_found'],
  }),
  own: defineEndpoint({
    method: 'GET',
    access: 'user',
    tag: 'proof of liabilities',
    path: 'liabilities/:id/own',
    summary: "Read one's own leaves in a proof of liabilities, with their paths to the root",
    params: z.object({ id }),
    response: OwnLiabilities,
    errors: ['proof_not_found'],
  }),
} as const;

export const liabilitiesRunEndpoints = {
  list: defineEndpoint({
    ...staff,
    access: 'liabilities.read',
    method: 'GET',
    summary: 'List proofs of liabilities in every state, newest first',
    query: pageQuery(),
    response: z.object({ results: z.array(LiabilitiesRun), more: z.boolean() }),
  }),
  start: defineEndpoint({
    ...staff,
    access: 'liabilities.publish',
    method: 'POST',
    summary: 'Have proofs of liabilities made; one that is under way is answered instead',
    body: z.strictObject({
      coin: described(z.optional(coinCode), 'All coins, when it is left out.'),
      ...explained,
    }),
    response: z.object({ results: z.array(LiabilitiesRun) }),
    errors: ['coin_invalid', ...confirmationErrors],
  }),
} as const;
