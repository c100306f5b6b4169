import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { staffRoles } from '#rest/back-office/capabilities.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import { pageQuery } from '#rest/page.ts';
import { confirmation, confirmationErrors } from './confirmation.ts';
import {
  countryCode,
  email,
  knownPassword,
  newPassword,
  nothing,
  personName,
  required,
  secretToken,
} from './fields.ts';

const tag = 'settings';
const user = { access: 'user', tag } as const;

export const tradingInterfaces = ['basic', 'advanced'] as const;

/** How the application looks and asks; it follows the person to every device. */
export const Preferences = named(
  'Preferences',
  z.object({
    theme: z.enum(['light', 'dark', 'auto']),
    colours: z.enum(['green_red', 'blue_orange']),
    number_format: z.enum(['language', 'comma_point', 'point_comma', 'space_comma']),
    confirm_orders: described(z.boolean(), 'Ask before market, stop and far-off orders.'),
    confirm_cancel_all: z.boolean(),
    sounds: z.boolean(),
    trade_tour: described(
      z.boolean(),
      'Show the hints of the trading page. Ending or skipping them sets it to false.',
    ),
    wallet_tour: described(z.boolean(), 'The same of the wallet.'),
  }),
);
export type Preferences = z.infer<typeof Preferences>;

/** What is told by mail, as the six switches that there were first. `settings/notifications` has them all. Security mails are not a choice. */
export const NotificationChoices = named(
  'NotificationChoices',
  z.object({
    login: z.boolean(),
    deposits: z.boolean(),
    withdrawals: z.boolean(),
    orders: z.boolean(),
    alerts: z.boolean(),
    newsletter: z.boolean(),
  }),
);

export const autoLogoutChoices = [0, 300, 900, 1_800, 3_600, 14_400, 86_400] as const;

export const Settings = named(
  'Settings',
  z.object({
    id: described(
      uuid(),
      'By which others can send coins to the account, besides its name and e-mail address.',
    ),
    first_name: z.string(),
    last_name: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    phone_verified: z.boolean(),
    country: countryCode,
    birthday: z.string(),
    roles: described(z.array(z.enum(staffRoles)), 'Of staff. Empty for everybody else.'),
    language: z.enum(languages),
    interface: z.nullable(z.enum(tradingInterfaces)),
    auto_logout_timeout: count,
    preferences: Preferences,
    notifications: NotificationChoices,
    anti_phishing_code: z.nullable(z.string()),
    referral_code: z.string(),
    payouts_frozen_until: z.nullable(moment),
    frozen: described(z.boolean(), 'The owner has frozen the account: nothing can be traded or withdrawn.'),
    created: moment,
  }),
);
export type Settings = z.infer<typeof Settings>;

export const SessionInfo = named(
  'SessionInfo',
  z.object({
    id: z.string(),
    current: z.boolean(),
    device: described(z.string(), 'Browser and system.', { example: 'Firefox on Linux' }),
    address: z.string(),
    place: described(
      z.nullable(z.string()),
      'Country code of the address. Null: unknown, or a private network.',
    ),
    created: moment,
    last_used: moment,
  }),
);

export const LoginRecord = named(
  'LoginRecord',
  z.object({
    id: z.string(),
    time: moment,
    event: described(z.string(), 'What happened, as a name such as login_succeeded.'),
    device: z.string(),
    address: z.string(),
    place: z.nullable(z.string()),
  }),
);

const username = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}_.-]{2,32}$/u, { error: 'value_invalid' }));
const antiPhishingCode = z
  .string()
  .check(z.trim(), z.regex(/^[^\p{C}<>]{4,32}$/u, { error: 'value_invalid' }));

export const settingsEndpoints = {
  read: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'settings',
    summary: "Read one's own settings",
    response: Settings,
  }),
  change: defineEndpoint({
    ...user,
    method: 'PATCH',
    path: 'settings',
    summary: 'Change what needs no code: names, language, looks and notifications',
    body: z.partial(
      z.object({
        first_name: personName,
        last_name: personName,
        username,
        language: z.enum(languages),
        interface: z.enum(tradingInterfaces),
        auto_logout_timeout: z.literal(autoLogoutChoices),
        preferences: z.partial(Preferences),
        notifications: z.partial(NotificationChoices),
      }),
    ),
    response: Settings,
    errors: ['username_taken', 'name_verified'],
  }),
  changePassword: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/password',
    summary: 'Change the password; all other sessions end and payouts freeze',
    body: z
      .object({
        old_password: knownPassword,
        new_password: newPassword,
        new_password_confirm: z.string().check(required, z.maxLength(256)),
        confirmation,
      })
      .check(
        z.refine(({ new_password, new_password_confirm }) => new_password === new_password_confirm, {
          error: 'passwords_do_not_match',
          path: ['new_password_confirm'],
        }),
      ),
    response: nothing,
    errors: ['wrong_old_password', 'weak_password', 'password_breach', ...confirmationErrors],
  }),
  changeEmail: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/email',
    summary: 'Ask for another address; a mail to it has the link that confirms it',
    body: z.object({ email, confirmation }),
    response: z.object({ email }),
    errors: confirmationErrors,
  }),
  confirmEmail: defineEndpoint({
    method: 'POST',
    path: 'settings/email/confirm',
    access: 'user',
    tag,
    summary:
      'Confirm the new address of your own account by the token of the mail; all sessions end and payouts freeze',
    body: z.object({ token: secretToken }),
    response: z.object({ email }),
    errors: ['invalid_token', 'email_already_registered'],
  }),
  antiPhishing: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/anti-phishing',
    summary: 'Choose the phrase that every mail from us then carries',
    body: z.object({ anti_phishing_code: z.nullable(antiPhishingCode), confirmation }),
    response: nothing,
    errors: confirmationErrors,
  }),
  sessions: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'settings/sessions',
    summary: 'List the sessions that are open',
    response: z.object({ sessions: z.array(SessionInfo) }),
  }),
  endSession: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'settings/sessions/:id',
    summary: 'End a session',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: nothing,
    errors: ['not_found'],
  }),
  endOtherSessions: defineEndpoint({
    ...user,
    method: 'DELETE',
    path: 'settings/sessions',
    summary: 'End all sessions but this one',
    response: z.object({ ended: count }),
  }),
  history: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'settings/history',
    summary: 'List what happened to the account: logins, refused attempts, changes',
    query: pageQuery({ limitDefault: 20, limitMax: 100 }),
    response: z.object({ results: z.array(LoginRecord), total: count }),
  }),
  freeze: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/freeze',
    summary: 'Freeze the account: trading and payouts stop, all other sessions end',
    response: nothing,
  }),
  unfreeze: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/unfreeze',
    summary: 'Thaw an account that its owner froze; payouts stay frozen for a day',
    body: z.object({ confirmation }),
    response: nothing,
    errors: confirmationErrors,
  }),
  exportData: defineEndpoint({
    ...user,
    method: 'GET',
    path: 'settings/export',
    summary: "Read everything that is kept about one's own account",
    response: z.record(z.string(), z.unknown()),
  }),
  close: defineEndpoint({
    ...user,
    method: 'POST',
    path: 'settings/close',
    summary: 'Close the account for good',
    body: z.object({ password: knownPassword, confirmation }),
    response: nothing,
    errors: ['wrong_old_password', 'account_not_empty', 'last_administrator', ...confirmationErrors],
  }),
} as const;
