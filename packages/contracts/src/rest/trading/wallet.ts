import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { chainDecimalString, decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { notificationKinds } from '#rest/identity/notification-kinds.ts';
import { count } from '#rest/numbers.ts';
import { pageQuery } from '#rest/page.ts';

const user = { access: 'user', tag: 'wallet' } as const;

export const WalletBalance = named(
  'WalletBalance',
  z.object({
    coin: coinCode,
    actual: described(decimalString, 'Free to use.'),
    orders: described(decimalString, 'Held by open orders.'),
    locked: described(decimalString, 'Held for withdrawals and codes.'),
    incoming: described(chainDecimalString, 'Deposits that were seen and are not credited yet.'),
  }),
);

export const UserNotification = named(
  'UserNotification',
  z.object({
    id: z.string().check(z.maxLength(64)),
    title: z.string(),
    text: z.string(),
    time: moment,
    read: described(z.optional(z.boolean()), 'Seen by its user. Absent: nobody keeps count.'),
    kind: described(z.optional(z.enum(notificationKinds)), 'What it is about.'),
    link: described(
      z.optional(z.nullable(z.string())),
      'The page of the application that shows it, under `/account`.',
    ),
    quiet: described(z.optional(z.boolean()), 'For the list only: its user wants no message on the page.'),
    warns: described(z.optional(z.boolean()), 'Something did not go as its user wanted.'),
  }),
);

export const announcementKinds = ['bar', 'list'] as const;

/** What the exchange tells many at once. */
export const Announcement = named(
  'Announcement',
  z.object({
    id: z.string().check(z.maxLength(64)),
    title: z.string(),
    text: z.string(),
    time: moment,
    kind: described(z.enum(announcementKinds), 'A bar above every page, or an entry of the list.'),
    incident: described(
      z.boolean(),
      'It tells of a critical incident that is open: a warning, which stays until that is over.',
    ),
  }),
);

const notificationId = z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'not_found' }));

export const walletEndpoints = {
  wallets: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'getwallets',
    summary: 'List the wallets, one per coin',
    response: z.object({ wallets: z.array(WalletBalance) }),
  }),
  notifications: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'user_notifications',
    summary: "List one's own notifications, newest first",
    query: z.extend(pageQuery(), {
      before: described(z.optional(notificationId), 'Only those that are older than this one.'),
    }),
    response: z.object({
      results: z.array(UserNotification),
      unread: described(count, 'Of all of them, not only of this page.'),
    }),
  }),
  readNotifications: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'user_notifications/read',
    summary: 'Mark notifications as read, up to the newest that was seen',
    body: z.object({
      up_to: notificationId,
      from: described(z.optional(notificationId), 'The oldest that was seen. Left out: all before it too.'),
    }),
    response: z.object({ unread: count }),
  }),
  dismissNotification: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'user_notifications/:id',
    summary: 'Dismiss a notification',
    params: z.object({ id: notificationId }),
    response: z.object({}),
    errors: ['not_found'],
  }),
  announcements: defineEndpoint({
    ...user,
    access: 'public',
    method: 'GET',
    path: 'notifications',
    summary: 'List what the exchange announces at present to whoever asks, the newest first',
    response: z.object({ results: z.array(Announcement) }),
  }),
} as const;
