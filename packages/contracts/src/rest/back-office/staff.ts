import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { capabilities, staffRoles } from './capabilities.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

const roles = z.array(z.enum(staffRoles));

export const DeskSession = named(
  'DeskSession',
  z.object({
    id: uuid(),
    username: z.string(),
    roles,
    capabilities: described(z.array(z.enum(capabilities)), 'What the roles allow together.'),
    sole_operator: described(
      z.boolean(),
      'One person runs this exchange: what needs a second one is carried out after a delay instead. A banner says so.',
    ),
    payouts_rest: described(
      z.nullable(
        z.object({
          until: moment,
          cause: described(
            z.enum(['recovery_begun', 'recovery_finished']),
            'The recovery of a staff account was started on the machine, or finished by its link.',
          ),
          username: described(z.string(), 'Of that account.'),
        }),
      ),
      'Nothing is paid out until then, in any coin. A banner says so. Null: payouts do not rest.',
    ),
    idle_minutes: described(z.int(), 'After so long a rest the session ends.'),
  }),
);

export const StaffMember = named(
  'StaffMember',
  z.object({
    id: uuid(),
    username: z.string(),
    email: described(z.nullable(z.string()), 'Null: the caller may not see who people are.'),
    roles,
    status: z.enum(['active', 'inactive', 'suspended', 'banned']),
    strong_factor: described(
      z.boolean(),
      'Has an authenticator app or a passkey, and not codes by mail alone.',
    ),
    last_login: z.nullable(moment),
    created: moment,
  }),
);
export type StaffMember = z.infer<typeof StaffMember>;

export const deskEndpoints = {
  me: defineEndpoint({
    ...desk,
    access: 'desk.enter',
    method: 'GET',
    path: 'admin/me',
    summary: 'Read who one is in the back office and what one may do',
    response: DeskSession,
  }),
  staff: defineEndpoint({
    ...desk,
    access: 'staff.read',
    method: 'GET',
    path: 'admin/staff',
    summary: 'List the staff',
    query: z.extend(keysetQuery(), { role: z.optional(z.enum(staffRoles)) }),
    response: z.object({ results: z.array(StaffMember), next }),
  }),
  removeRole: defineEndpoint({
    ...desk,
    access: 'staff.remove',
    method: 'POST',
    path: 'admin/staff/:id/roles/:role/remove',
    summary: 'Take a role from somebody, whose sessions end; the last administrator stays',
    params: z.object({ id: uuid({ error: 'account_not_found' }), role: z.enum(staffRoles) }),
    body: z.strictObject(explained),
    response: StaffMember,
    errors: ['account_not_found', 'role_not_held', 'last_administrator', ...confirmationErrors],
  }),
} as const;
