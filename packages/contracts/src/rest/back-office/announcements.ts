import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { countryCode } from '#rest/identity/fields.ts';
import { count } from '#rest/numbers.ts';
import { announcementKinds } from '#rest/trading/wallet.ts';
import { desk, explained, keysetQuery, next, titleByLanguage, wordsByLanguage } from './fields.ts';

export const announcementStates = ['draft', 'scheduled', 'running', 'over'] as const;
export const announcementAudiences = ['everyone', 'users'] as const;

const content = {
  title: described(titleByLanguage(100), 'By language. English stands in for what is missing.'),
  text: described(wordsByLanguage(2_000), 'By language. English stands in for what is missing.'),
  kind: described(z.enum(announcementKinds), 'A bar above every page, or an entry of the list.'),
  audience: z.enum(announcementAudiences),
  countries: described(
    z.array(countryCode).check(z.maxLength(249)),
    'Only users of these countries. Empty: of all.',
  ),
  tiers: described(
    z.array(z.int().check(z.minimum(0), z.maximum(99))).check(z.maxLength(100)),
    'Only users who pay the fees of these tiers. Empty: all.',
  ),
  from: moment,
  to: described(z.nullable(moment), 'Null: until somebody ends it.'),
};

export const StaffAnnouncement = named(
  'StaffAnnouncement',
  z.object({
    id: z.string(),
    version: described(count, 'Grows with each change.'),
    state: z.enum(announcementStates),
    ...content,
    changed: moment,
    changed_by: z.nullable(z.object({ id: z.string(), username: z.string() })),
  }),
);
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>;

const params = z.object({ id: z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'not_found' })) });
const written = {
  ...content,
  draft: described(z.boolean(), 'True: nobody but staff sees it.'),
  ...explained,
};
const write = { ...desk, access: 'announcements.write', response: StaffAnnouncement } as const;

export const announcementEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'announcements.read',
    method: 'GET',
    path: 'admin/announcements',
    summary: 'List announcements, the newest first',
    query: z.extend(keysetQuery(), { state: z.optional(z.enum(announcementStates)) }),
    response: z.object({ results: z.array(StaffAnnouncement), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'announcements.read',
    method: 'GET',
    path: 'admin/announcements/:id',
    summary: 'Read an announcement',
    params,
    response: StaffAnnouncement,
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/announcements',
    summary: 'Write an announcement, as a draft or to be shown from a moment on',
    body: z.strictObject(written),
    errors: ['announcement_times_wrong', 'country_invalid', ...confirmationErrors],
  }),
  change: defineEndpoint({
    ...write,
    method: 'PUT',
    path: 'admin/announcements/:id',
    summary: 'Change an announcement that is not over',
    params,
    body: z.strictObject({ ...written, version: count }),
    errors: [
      'not_found',
      'announcement_over',
      'announcement_times_wrong',
      'changed_meanwhile',
      'country_invalid',
      ...confirmationErrors,
    ],
  }),
  end: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/announcements/:id/end',
    summary: 'End an announcement now, or drop a draft',
    params,
    body: z.strictObject(explained),
    errors: ['not_found', 'announcement_over', ...confirmationErrors],
  }),
} as const;
