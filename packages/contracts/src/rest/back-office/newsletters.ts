import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { count } from '#rest/numbers.ts';
import { desk, explained, keysetQuery, next, titleByLanguage, wordsByLanguage } from './fields.ts';

export const newsletterStates = ['draft', 'sending', 'sent', 'dropped'] as const;

const content = {
  title: described(titleByLanguage(100), 'By language. English stands in for what is missing.'),
  text: described(wordsByLanguage(10_000), 'By language. English stands in for what is missing.'),
};
const person = z.object({ id: z.string(), username: z.string() });

export const Newsletter = named(
  'Newsletter',
  z.object({
    id: z.string(),
    state: z.enum(newsletterStates),
    ...content,
    written: moment,
    written_by: person,
    sent: z.nullable(moment),
    sent_by: z.nullable(person),
    recipients: described(count, 'How many were written to, so far.'),
  }),
);
export type Newsletter = z.infer<typeof Newsletter>;

const params = z.object({ id: z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'not_found' })) });
const write = { ...desk, access: 'announcements.write', response: Newsletter } as const;

export const newsletterEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'announcements.read',
    method: 'GET',
    path: 'admin/newsletters',
    summary: 'List newsletters, the newest first, and how many users want them',
    query: keysetQuery(),
    response: z.object({
      results: z.array(Newsletter),
      next,
      subscribers: described(count, 'Users who get the next one.'),
    }),
  }),
  add: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/newsletters',
    summary: 'Write a newsletter, for another person to send',
    body: z.strictObject({ ...content, ...explained }),
    errors: confirmationErrors,
  }),
  send: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/newsletters/:id/send',
    summary: 'Send a newsletter that somebody else wrote to everybody who asked for news',
    params,
    body: z.strictObject(explained),
    errors: ['not_found', 'own_proposal', 'same_person', 'changed_meanwhile', ...confirmationErrors],
  }),
  drop: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/newsletters/:id/drop',
    summary: 'Drop a newsletter that was not sent',
    params,
    body: z.strictObject(explained),
    errors: ['not_found', 'changed_meanwhile', ...confirmationErrors],
  }),
} as const;
