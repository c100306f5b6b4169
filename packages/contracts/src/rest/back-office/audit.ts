import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

const personal = 'Null: unknown, erased, or the caller may not see who people are.';

export const AuditEntry = named(
  'AuditEntry',
  z.object({
    number: described(z.int(), 'Without gaps, from 1 on.'),
    time: moment,
    action: described(z.string(), 'What was done.', { example: 'withdrawal_approved' }),
    actor: z.object({ id: uuid(), username: z.string() }),
    user: described(z.nullable(uuid()), 'Whose account it concerns.'),
    username: described(z.nullable(z.string()), 'The name of that account.'),
    object: described(z.nullable(z.string()), 'What it was done to.', {
      example: 'withdrawal:3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e',
    }),
    approval: described(z.nullable(uuid()), 'The proposal by which it was done.'),
    reason: described(z.nullable(z.string()), 'Null: none was asked for, or it was erased.'),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    names: described(
      z.record(z.string(), z.string()),
      'The usernames of whom before and after name by their ids.',
    ),
    address: described(z.nullable(z.string()), personal),
    place: described(z.nullable(z.string()), personal),
    device: described(z.nullable(z.string()), personal),
    erased: described(z.boolean(), 'What told who a person is was erased; the chain is whole.'),
    hash: described(z.string(), 'Of this row and all before it.'),
  }),
);
export type AuditEntry = z.infer<typeof AuditEntry>;

const account = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

const filter = {
  actor: described(z.optional(account), 'Who did it: the id of an account or its username.'),
  user: described(z.optional(account), 'Whose account it concerns: its id or its username.'),
  action: z.optional(z.string().check(z.regex(/^[a-z0-9_]{2,64}$/, { error: 'value_invalid' }))),
  approval: z.optional(uuid()),
  from: described(z.optional(moment), 'Inclusive.'),
  to: described(z.optional(moment), 'Exclusive.'),
};

export const auditEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'audit.read',
    method: 'GET',
    path: 'admin/audit',
    summary: 'List what staff did, newest first',
    query: z.extend(keysetQuery(), filter),
    response: z.object({ results: z.array(AuditEntry), next }),
  }),
  export: defineEndpoint({
    ...desk,
    access: 'audit.export',
    method: 'POST',
    path: 'admin/audit/export',
    summary: 'Download what staff did as text/csv, newest first; the download is in the log itself',
    query: z.strictObject(filter),
    body: z.strictObject(explained),
    response: z.string(),
    errors: ['export_running', 'export_too_large', 'service_unavailable', ...confirmationErrors],
  }),
} as const;
