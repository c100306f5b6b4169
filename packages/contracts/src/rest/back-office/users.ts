import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { birthday, countryCode, email, personName, phone, required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { kycStatuses } from '#rest/kyc-states.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import { severalLines } from '#rest/text.ts';
import { Movement } from '#rest/wallet/movements.ts';
import { UserLimits } from './approvals/account-proposals.ts';
import { staffRoles } from './capabilities.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

/**
 * - `active`: everything.
 * - `inactive`: the mailbox is not proved. No login; a password that is set by the link of a mail makes it active.
 * - `suspended`: logs in, looks and cancels; open orders end, nothing is traded and nothing leaves.
 * - `banned`: no login, sessions end, open orders end, nothing leaves.
 * - `closed`: by its owner, or erased.
 */
export const userStatuses = ['active', 'inactive', 'suspended', 'banned', 'closed'] as const;
export const userRestrictions = ['any', 'none', 'trading', 'withdrawals', 'payouts_frozen', 'owner'] as const;
export const userOrders = ['registered', 'last_login'] as const;

const hidden = 'Null: none, or the caller may not see who people are.';
const label = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,31}$/u, { error: 'value_invalid' }));

/** Yes or no in an address. */
const flag = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
);

const filter = {
  search: described(
    z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(120))),
    'An id, address of mail, phone number, user name, deposit address or transaction as a whole. Who may see who people are finds by the beginning of a name or address, too.',
  ),
  status: z.optional(z.enum(userStatuses)),
  kyc: z.optional(z.enum(kycStatuses)),
  second_factor: flag,
  country: z.optional(countryCode),
  role: described(z.optional(z.enum([...staffRoles, 'any'])), 'Of staff.'),
  label: z.optional(label),
  flagged: flag,
  restriction: described(
    z.optional(z.enum(userRestrictions)),
    'What somebody may not do now: `payouts_frozen` by staff or after a change of what protects the account, `owner` by its owner.',
  ),
  registered_from: described(z.optional(moment), 'Inclusive.'),
  registered_to: described(z.optional(moment), 'Exclusive.'),
  login_from: described(z.optional(moment), 'Of the last login, inclusive.'),
  login_to: described(z.optional(moment), 'Of the last login, exclusive.'),
  order: z.prefault(z.enum(userOrders), 'registered'),
};

export const ListedUser = named(
  'ListedUser',
  z.object({
    id: uuid(),
    username: z.string(),
    email: described(z.string(), 'Masked for whoever may not see who people are.'),
    first_name: described(z.nullable(z.string()), hidden),
    last_name: described(z.nullable(z.string()), hidden),
    phone: described(z.nullable(z.string()), hidden),
    country: countryCode,
    status: z.enum(userStatuses),
    erased: z.boolean(),
    kyc_status: z.enum(kycStatuses),
    second_factor: z.boolean(),
    frozen_by_owner: z.boolean(),
    trading_enabled: z.boolean(),
    withdrawal_enabled: z.boolean(),
    payouts_frozen_until: described(
      z.nullable(moment),
      'By staff, or after a change of what protects the account.',
    ),
    flagged: z.boolean(),
    labels: z.array(z.string()),
    roles: z.array(z.enum(staffRoles)),
    registered: moment,
    last_login: z.nullable(moment),
  }),
);
export type ListedUser = z.infer<typeof ListedUser>;

export const UserCard = named(
  'UserCard',
  z.extend(ListedUser, {
    version: described(count, 'To be sent with a change: who decides on what is no longer so is told.'),
    birthday: described(z.nullable(z.string()), hidden),
    language: z.enum(languages),
    phone_verified: z.boolean(),
    kyc_level: count,
    staff_freeze_until: described(z.nullable(moment), 'The part of `payouts_frozen_until` that staff set.'),
    freeze: described(
      z.nullable(z.object({ by: z.string(), reason: z.nullable(z.string()) })),
      'Who of the staff froze payouts, and why. Null: nobody did.',
    ),
    factors: z.object({
      totp: z.boolean(),
      sms: z.boolean(),
      email: z.boolean(),
      passkeys: count,
      backup_codes_left: count,
    }),
    fee_tier: z.string(),
    fee_tier_by_hand: described(z.boolean(), 'False: the volume decides.'),
    limits: described(UserLimits, 'Own ones of the account.'),
    withdrawal_limit: described(
      z.object({ level: count, value_a_day: decimalString }),
      'What may leave in a day, in USDT.',
    ),
    balances: z.array(
      z.object({
        coin: coinCode,
        actual: decimalString,
        orders: decimalString,
        locked: decimalString,
      }),
    ),
    counts: z.object({
      open_orders: count,
      sessions: count,
      deposits: described(count, 'Over networks.'),
      bank_transfers: described(count, 'That came in.'),
      card_orders: described(count, 'Purchases that were paid, and sales.'),
      withdrawals: count,
      notes: count,
      open_proposals: count,
    }),
  }),
);
export type UserCard = z.infer<typeof UserCard>;

export const UserSession = named(
  'UserSession',
  z.object({
    id: uuid(),
    device: described(z.nullable(z.string()), hidden),
    address: described(z.nullable(z.string()), hidden),
    place: z.nullable(z.string()),
    created: moment,
    last_used: moment,
  }),
);

const person = z.object({ id: uuid(), username: z.string() });

export const UserNote = named(
  'UserNote',
  z.object({
    id: z.string(),
    author: person,
    text: described(z.nullable(z.string()), 'Null: it was erased with the person.'),
    time: moment,
  }),
);

export const timelineKinds = ['staff', 'security', 'money'] as const;
export const TimelineEntry = named(
  'TimelineEntry',
  z.object({
    id: z.string(),
    kind: z.enum(timelineKinds),
    time: moment,
    what: described(z.string(), 'The action, event or type of movement.'),
    actor: described(z.nullable(person), 'Of staff: who did it.'),
    reason: z.nullable(z.string()),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    address: described(z.nullable(z.string()), hidden),
    device: described(z.nullable(z.string()), hidden),
    movement: z.nullable(Movement),
  }),
);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const id = z.object({ id: uuid({ error: 'account_not_found' }) });
/** A change by one person: what the caller saw, and why. */
const decided = { ...explained, version: UserCard.shape.version };
const change = { ...desk, method: 'POST', params: id, response: UserCard } as const;
const changeErrors = [
  'account_not_found',
  'own_account',
  'changed_meanwhile',
  ...confirmationErrors,
] as const;
const lastOne = ['last_administrator'] as const;

export const userAdminEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'users.read',
    method: 'GET',
    path: 'admin/users',
    summary: 'List users, the newest first; accounts of staff only for who may see the staff',
    query: z.extend(keysetQuery(), filter),
    response: z.object({
      results: z.array(ListedUser),
      next,
      count: described(z.nullable(count), 'How many fit, on the first page.'),
      count_is_exact: described(z.boolean(), 'False: the planner of the database estimates it.'),
    }),
  }),
  export: defineEndpoint({
    ...desk,
    access: 'users.export',
    method: 'POST',
    path: 'admin/users/export',
    summary: 'Download users as text/csv; the download is in the audit log with its reason',
    query: z.strictObject(filter),
    body: z.strictObject(explained),
    response: z.string(),
    errors: ['export_running', 'export_too_large', 'service_unavailable', ...confirmationErrors],
  }),
  read: defineEndpoint({
    ...desk,
    access: 'users.read',
    method: 'GET',
    path: 'admin/users/:id',
    summary: 'Read everything about a user that staff decide by',
    params: id,
    response: UserCard,
    errors: ['account_not_found'],
  }),
  create: defineEndpoint({
    ...desk,
    access: 'users.edit',
    method: 'POST',
    path: 'admin/users',
    summary: 'Open an account for somebody, who gets a mail to choose a password; until then it is inactive',
    body: z.strictObject({
      ...explained,
      email,
      first_name: personName,
      last_name: personName,
      country: countryCode,
      birthday,
      phone: z.optional(phone),
      language: z.enum(languages),
    }),
    response: UserCard,
    errors: ['email_already_registered', 'country_not_supported', ...confirmationErrors],
  }),
  invite: defineEndpoint({
    ...change,
    access: 'users.edit',
    path: 'admin/users/:id/invitation',
    summary: 'Send the mail again by which an inactive account becomes active',
    body: z.strictObject(decided),
    errors: [...changeErrors, 'value_not_allowed'],
  }),
  edit: defineEndpoint({
    ...change,
    method: 'PATCH',
    access: 'users.edit',
    path: 'admin/users/:id',
    summary: 'Correct the name, country, birthday, phone or language of a user',
    body: z.strictObject({
      ...decided,
      first_name: z.optional(personName),
      last_name: z.optional(personName),
      country: z.optional(countryCode),
      birthday: z.optional(birthday),
      phone: described(z.optional(z.nullable(phone)), 'A new one is not verified.'),
      language: z.optional(z.enum(languages)),
    }),
    errors: [...changeErrors, 'phone_is_factor'],
  }),
  setStatus: defineEndpoint({
    ...change,
    access: 'users.block',
    path: 'admin/users/:id/status',
    summary: 'Make an account active, inactive, suspended or banned; it is felt at once on every path',
    body: z.strictObject({
      ...decided,
      status: described(
        z.enum(['active', 'inactive', 'suspended', 'banned']),
        'Suspended: logs in and cancels, and does no more. Banned: is out. Inactive: proves the mailbox anew.',
      ),
    }),
    errors: [...changeErrors, ...lastOne],
  }),
  setSwitches: defineEndpoint({
    ...change,
    access: 'users.block',
    path: 'admin/users/:id/switches',
    summary: 'Switch trading or withdrawals of an account on or off; open orders stay and can be cancelled',
    body: z.strictObject({
      ...decided,
      trading_enabled: z.optional(z.boolean()),
      withdrawal_enabled: z.optional(z.boolean()),
    }),
    errors: changeErrors,
  }),
  freeze: defineEndpoint({
    ...change,
    access: 'users.block',
    path: 'admin/users/:id/payout-freeze',
    summary:
      'Freeze payouts until a moment; a freeze that a change of the protection brought is another one and stays',
    body: z.strictObject({
      ...decided,
      until: described(z.nullable(moment), 'At most a year from now. Null: no longer.'),
    }),
    errors: [...changeErrors, 'value_invalid'],
  }),
  label: defineEndpoint({
    ...change,
    access: 'users.note',
    path: 'admin/users/:id/labels',
    summary: 'Flag an account, or put labels on it, for other staff',
    body: z.strictObject({
      ...decided,
      flagged: z.boolean(),
      labels: z.array(label).check(z.maxLength(10)),
    }),
    errors: changeErrors,
  }),
  sessions: defineEndpoint({
    ...desk,
    access: 'users.read',
    method: 'GET',
    path: 'admin/users/:id/sessions',
    summary: 'List the open sessions of a user',
    params: id,
    response: z.object({ sessions: z.array(UserSession) }),
    errors: ['account_not_found'],
  }),
  endSessions: defineEndpoint({
    ...change,
    access: 'users.block',
    path: 'admin/users/:id/sessions/end',
    summary: 'End all sessions of a user or one of them; its device is asked for everything again',
    body: z.strictObject({ ...decided, session: described(z.optional(uuid()), 'Left out: all of them.') }),
    errors: changeErrors,
  }),
  notes: defineEndpoint({
    ...desk,
    access: 'users.read',
    method: 'GET',
    path: 'admin/users/:id/notes',
    summary: 'List what staff wrote about an account, newest first',
    params: id,
    query: keysetQuery(),
    response: z.object({ results: z.array(UserNote), next }),
    errors: ['account_not_found'],
  }),
  addNote: defineEndpoint({
    ...desk,
    access: 'users.note',
    method: 'POST',
    path: 'admin/users/:id/notes',
    summary: 'Write something about an account down for other staff; it stays as it is',
    params: id,
    body: z.strictObject({ text: z.string().check(z.trim(), required, z.maxLength(4_000), severalLines) }),
    response: UserNote,
    errors: ['account_not_found', 'own_account'],
  }),
  timeline: defineEndpoint({
    ...desk,
    access: 'users.read',
    method: 'GET',
    path: 'admin/users/:id/timeline',
    summary: 'List all that happened in an account, by its owner, staff and money, newest first',
    params: id,
    query: z.extend(keysetQuery(), {
      kind: z.optional(z.enum(timelineKinds)),
      from: described(z.optional(moment), 'Inclusive.'),
      to: described(z.optional(moment), 'Exclusive.'),
    }),
    response: z.object({ results: z.array(TimelineEntry), next }),
    errors: ['account_not_found', 'service_unavailable'],
  }),
} as const;
