import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { nothing } from './fields.ts';
import type { NotificationKind } from './notification-kinds.ts';

/** Security mails are no choice: whoever takes an account over would switch them off first. */
export const mailTimes = ['off', 'now', 'digest'] as const;
export type MailTime = (typeof mailTimes)[number];

const personal = z.object({
  list: z.boolean(),
  toast: z.boolean(),
  mail: z.enum(mailTimes),
  sms: z.boolean(),
  push: z.boolean(),
});

const rows = {
  order: personal,
  deposit: personal,
  withdrawal: personal,
  security: z.extend(personal, { mail: z.literal('now') }),
  login: personal,
  alert: personal,
  ticket: personal,
  verification: personal,
  // Everybody finds announcements in the list, and a bar where one matters.
  announcement: z.pick(personal, { mail: true, push: true }),
  newsletter: z.object({ mail: z.enum(['off', 'now']) }),
} as const satisfies Record<NotificationKind, unknown>;

export const digestTimes = ['day', 'week'] as const;

const timeZone = z
  .string()
  .check(z.maxLength(64), z.regex(/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/, { error: 'value_invalid' }));

export const DigestTerms = named(
  'DigestTerms',
  z.object({
    every: described(z.enum(digestTimes), 'A week ends on Monday.'),
    hour: described(z.int().check(z.minimum(0), z.maximum(23)), 'Of the day in the time zone.'),
    time_zone: described(timeZone, 'By its IANA name.', { example: 'Europe/Lisbon' }),
  }),
);

export const NotificationMatrix = named(
  'NotificationMatrix',
  z.object({
    choices: described(
      z.object(rows),
      'By kind and channel. A kind has only those channels by which it can come.',
    ),
    digest: described(DigestTerms, 'When the one mail comes with what was kept for it.'),
    sms_to: described(
      z.nullable(z.string()),
      'The verified number. Null: there is none, so nothing comes by SMS.',
    ),
  }),
);
export type NotificationMatrix = z.infer<typeof NotificationMatrix>;

const some = z.optional(z.partial(personal));
const change = {
  ...{
    order: some,
    deposit: some,
    withdrawal: some,
    login: some,
    alert: some,
    ticket: some,
    verification: some,
  },
  security: z.optional(z.partial(rows.security)),
  announcement: z.optional(z.partial(rows.announcement)),
  newsletter: z.optional(z.partial(rows.newsletter)),
} as const satisfies Record<NotificationKind, unknown>;

const user = { access: 'user', tag: 'notifications' } as const;

const base64Url = (bytes: number) =>
  z.string().check(z.maxLength(bytes * 2), z.regex(/^[A-Za-z0-9_-]+$/, { error: 'value_invalid' }));

export const PushSubscription = named(
  'PushSubscription',
  z.object({
    id: uuid(),
    browser: described(z.string(), 'Browser and system.', { example: 'Firefox on Linux' }),
    created: z.string(),
  }),
);

export const notificationChoiceEndpoints = {
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'settings/notifications',
    summary: 'Read what one is told of, and by which ways',
    response: NotificationMatrix,
  }),
  change: defineEndpoint({
    ...user,
    method: 'PATCH',
    path: 'settings/notifications',
    summary: 'Choose what one is told of, and by which ways',
    body: z.object({ choices: z.optional(z.object(change)), digest: z.optional(z.partial(DigestTerms)) }),
    response: NotificationMatrix,
  }),
  pushKey: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'push_subscriptions',
    summary: 'Read the key that a browser subscribes with, and the browsers that have',
    response: z.object({
      key: described(z.string(), 'The public VAPID key, as base64url.'),
      results: z.array(PushSubscription),
    }),
  }),
  subscribe: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'push_subscriptions',
    summary: 'Have notifications pushed to a browser',
    body: z.object({
      endpoint: z.string().check(z.maxLength(1_000), z.regex(/^https:\/\//, { error: 'value_invalid' })),
      p256dh: base64Url(65),
      auth: base64Url(16),
    }),
    response: PushSubscription,
    errors: ['push_address_refused', 'too_many_browsers'],
  }),
  unsubscribe: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'push_subscriptions/:id',
    summary: 'Push no more to a browser',
    params: z.object({ id: uuid() }),
    response: nothing,
    errors: ['not_found'],
  }),
} as const;
