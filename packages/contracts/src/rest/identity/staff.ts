import { z } from 'zod';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { pageQuery } from '#rest/page.ts';

export const AuditRecord = z
  .object({
    id: z.string(),
    time: moment,
    event: z.string(),
    user: z.string().nullable().describe('Whose account it concerns.'),
    actor: z.string().nullable().describe('Who did it; null when nobody was logged in.'),
    address: z.string().nullable(),
    device: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditRecord' });

export const staffEndpoints = {
  audit: defineEndpoint({
    method: 'GET',
    path: 'admin/audit',
    access: 'administrator',
    tag: 'back office',
    summary: 'Read the audit log, newest first',
    query: pageQuery().extend({ user: z.uuid().optional(), event: z.string().max(64).optional() }),
    response: z.object({ results: z.array(AuditRecord) }),
    errors: ['forbidden'],
  }),
} as const;
