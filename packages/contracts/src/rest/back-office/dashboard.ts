import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString, signedDecimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { desk, keysetQuery, next } from './fields.ts';

/** What waits for somebody. */
export const queueNames = [
  'approvals',
  'held_withdrawals',
  'held_deposits',
  'waiting_payouts',
  'verifications',
  'tickets',
  'stopped_coins',
  'bank_arrivals',
  'announced_transfers',
  'chargebacks',
  'incidents',
  'undelivered_messages',
] as const;

const CoinPosition = z.object({
  currency: coinCode,
  liabilities: described(decimalString, 'What users have, held amounts included.'),
  kind: described(z.enum(['chain', 'fiat']), 'fiat: a currency, which lies with banks.'),
  on_chain: described(
    decimalString,
    'On our addresses, as the books were last compared with the chains; of a currency at our banks.',
  ),
  in_flight: described(signedDecimalString, 'Sent and not final.'),
  surplus: described(signedDecimalString, 'On chain less liabilities: what is not owed to users.'),
  difference: described(
    signedDecimalString,
    'Of the books with the chains, over all networks. 0: they agree.',
  ),
  stopped: z.boolean(),
  checked: described(z.nullable(moment), 'When the oldest comparison was made. Null: never.'),
});

export const Dashboard = named(
  'Dashboard',
  z.object({
    money: described(z.nullable(z.array(CoinPosition)), 'Null: the caller may not see the books.'),
    fees: described(
      z.nullable(
        z.array(
          z.object({
            days: count,
            from: described(moment, 'When the first of these days began.'),
            earned: z.array(z.object({ currency: coinCode, amount: signedDecimalString })),
          }),
        ),
      ),
      'What came to the fees of the house today and in the last 7 and 30 days, by days of UTC, less what was given back. Null: the caller may not see the books.',
    ),
    queues: described(
      z.array(z.object({ name: z.enum(queueNames), count, oldest: z.nullable(moment) })),
      'Those that the caller may see.',
    ),
    people: described(
      z.nullable(
        z.object({
          users: count,
          registered: described(count, 'In the last 24 hours.'),
          logins: count,
          failed_logins: count,
        }),
      ),
      'Null: the caller may not see users.',
    ),
    trading: z.object({
      open_orders: count,
      trades: described(count, 'In the last 24 hours.'),
      volumes: described(
        z.array(z.object({ currency: coinCode, amount: decimalString })),
        'What was paid in the last 24 hours, by the coin that prices are in.',
      ),
      periods: described(
        z.array(
          z.object({
            days: count,
            trades: count,
            volumes: z.array(z.object({ currency: coinCode, amount: decimalString })),
          }),
        ),
        'Today and the last 7 and 30 days, by days of UTC.',
      ),
      hours: described(
        z.array(z.object({ time: moment, trades: count })),
        'The trades of each of the last 24 hours, oldest first.',
      ),
      halted: described(z.array(z.string()), 'Markets that are not open.'),
    }),
    refusals: described(
      z.object({
        count,
        codes: described(z.array(z.object({ code: z.string(), count })), 'The most frequent first.'),
      }),
      'Changes that people were refused in the last 24 hours, by the code they were told; half a minute late.',
    ),
    maintenance: described(z.boolean(), 'True while what people change is refused.'),
    warnings: described(z.array(z.string()), 'What an operator should know although the server serves.'),
    time: described(moment, 'When it was read; it is read at most every five seconds.'),
  }),
);
export type Dashboard = z.infer<typeof Dashboard>;

/** What an exchange is made of. */
export const healthParts = [
  'signer',
  'payouts',
  'node',
  'mail',
  'jobs',
  'disk',
  'clock',
  'journal',
  'projections',
  'backup',
  'certificate',
  'administrators',
  'proxy',
  'settings',
  'runtime',
] as const;

export const Health = named(
  'Health',
  z.object({
    parts: z.array(
      z.object({
        part: z.enum(healthParts),
        name: described(z.nullable(z.string()), 'Of a node its network, of a setting its variable.'),
        state: described(
          z.enum(['good', 'warn', 'bad', 'unknown']),
          'bad: something does not work because of it. unknown: nothing tells.',
        ),
        text: described(z.string(), 'How it stands, and what to do about it.'),
      }),
    ),
    followers: described(
      z.array(z.object({ name: z.string(), events: count, seconds: z.number() })),
      'What is made of the journal, and how far behind it is.',
    ),
    jobs: described(
      z.nullable(z.object({ due: count, later: count, running: count, failed: count })),
      'Null: the queue cannot be asked.',
    ),
    version: z.string(),
    time: moment,
  }),
);
export type Health = z.infer<typeof Health>;

export const UndeliveredMessage = named(
  'UndeliveredMessage',
  z.object({
    id: uuid(),
    time: moment,
    channel: z.enum(['mail', 'sms']),
    recipient: described(z.string(), 'Masked for whoever may not see who people are.'),
    template: described(z.string(), 'What it was about.'),
    attempts: count,
    error: described(z.nullable(z.string()), 'What the last attempt was refused with.'),
  }),
);
export type UndeliveredMessage = z.infer<typeof UndeliveredMessage>;

export const dashboardEndpoints = {
  undelivered: defineEndpoint({
    ...desk,
    access: 'desk.enter',
    method: 'GET',
    path: 'admin/messages/undelivered',
    summary: 'List mails and text messages of the last seven days that were not delivered, newest first',
    query: keysetQuery(),
    response: z.object({ results: z.array(UndeliveredMessage), next }),
  }),
  health: defineEndpoint({
    ...desk,
    access: 'desk.enter',
    method: 'GET',
    path: 'admin/health',
    summary:
      'Read how the parts of the exchange stand: signer, nodes, mail, jobs, disk, clock, journal, backup, certificate',
    response: Health,
  }),
  read: defineEndpoint({
    ...desk,
    access: 'desk.enter',
    method: 'GET',
    path: 'admin/dashboard',
    summary: 'Read how the exchange stands: money first, then what waits, people and trading',
    response: Dashboard,
  }),
} as const;
