import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { pageQuery } from '#rest/page.ts';

export const AuditRecord = named(
  'AuditRecord',
  z.object({
    id: z.string(),
    time: moment,
    event: z.string(),
    user: described(z.nullable(z.string()), 'Whose account it concerns.'),
    actor: described(z.nullable(z.string()), 'Who did it; null when nobody was logged in.'),
    address: z.nullable(z.string()),
    device: z.nullable(z.string()),
    details: z.record(z.string(), z.unknown()),
  }),
);

export const staffEndpoints = {
  audit: defineEndpoint({
    method: 'GET',
    path: 'admin/audit',
    access: 'administrator',
    tag: 'back office',
    summary: 'Read the audit log, newest first',
    query: z.extend(pageQuery(), {
      user: z.optional(z.uuid()),
      event: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: z.object({ results: z.array(AuditRecord) }),
    errors: ['forbidden'],
  }),
} as const;
