import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { keysetQuery, next } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';

const personal = 'Null: unknown, or the caller may not see who people are.';

export const SecurityEventRecord = named(
  'SecurityEventRecord',
  z.object({
    id: z.string(),
    time: moment,
    event: z.string(),
    user: described(z.nullable(z.string()), 'Whose account it concerns.'),
    actor: described(z.nullable(z.string()), 'Who did it; null when nobody was logged in.'),
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
      user: z.optional(uuid()),
      event: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: z.object({ results: z.array(SecurityEventRecord), next }),
  }),
} as const;
