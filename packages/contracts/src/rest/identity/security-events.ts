import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { keysetQuery, next } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';

const personal = 'Null: unknown, or the caller may not see who people are.';

export const SecurityEventRecord = named(
  'SecurityEventRecord',
  z.object({
    id: z.string(),
    time: moment,
    event: z.string(),
    user: described(z.nullable(z.string()), 'Whose account it concerns.'),
    username: described(z.nullable(z.string()), 'The name of that account.'),
    actor: described(z.nullable(z.string()), 'Who did it; null when nobody was logged in.'),
    actor_name: z.nullable(z.string()),
    address: described(z.nullable(z.string()), personal),
    device: described(z.nullable(z.string()), personal),
    details: z.record(z.string(), z.unknown()),
  }),
);

export const securityEventEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: 'admin/security-events',
    access: 'audit.read',
    tag: 'back office',
    summary: 'List what happened to the safety of accounts, newest first',
    query: z.extend(keysetQuery(), {
      user: described(
        z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
        'The id of an account or its username.',
      ),
      event: z.optional(z.string().check(z.maxLength(64))),
      from: described(z.optional(moment), 'Inclusive.'),
      to: described(z.optional(moment), 'Exclusive.'),
      staff: described(
        z.optional(z.enum(['true'])),
        'With what staff did to accounts, which the audit log has with before and after.',
      ),
    }),
    response: z.object({ results: z.array(SecurityEventRecord), next }),
  }),
} as const;
