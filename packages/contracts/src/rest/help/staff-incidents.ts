import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import {
  desk,
  explained,
  keysetQuery,
  next,
  titleByLanguage,
  wordsByLanguage,
} from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { count } from '#rest/numbers.ts';
import { incidentImpacts, incidentStates, serviceParts } from './status.ts';

const title = described(titleByLanguage(120), 'By language. English stands in for what is missing.');
const text = described(wordsByLanguage(2_000), 'By language. English stands in for what is missing.');
const grave = {
  impact: described(z.enum(incidentImpacts), 'While a critical one is open, a bar stands above every page.'),
  parts: z.array(z.enum(serviceParts)).check(z.minLength(1), z.maxLength(serviceParts.length)),
  state: z.enum(incidentStates),
};

export const StaffIncident = named(
  'StaffIncident',
  z.object({
    id: z.string(),
    title,
    ...grave,
    started: moment,
    resolved: z.nullable(moment),
    version: described(count, 'Grows with each update.'),
    updates: described(
      z.array(
        z.object({
          state: z.enum(incidentStates),
          text,
          time: moment,
          by: z.nullable(z.object({ id: z.string(), username: z.string() })),
        }),
      ),
      'The newest first.',
    ),
  }),
);
export type StaffIncident = z.infer<typeof StaffIncident>;

const params = z.object({ id: z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'incident_not_found' })) });
const write = { ...desk, access: 'incidents.write', response: StaffIncident } as const;

export const incidentEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'incidents.read',
    method: 'GET',
    path: 'admin/incidents',
    summary: 'List the incidents of the status page, the newest first',
    query: z.extend(keysetQuery(), {
      open: described(
        z.optional(z.enum(['true', 'false'])),
        'Those that are not resolved, or those that are.',
      ),
    }),
    response: z.object({ results: z.array(StaffIncident), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'incidents.read',
    method: 'GET',
    path: 'admin/incidents/:id',
    summary: 'Read an incident with its updates',
    params,
    response: StaffIncident,
    errors: ['incident_not_found'],
  }),
  open: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/incidents',
    summary: 'Open an incident with its first update',
    body: z.strictObject({ title, text, ...grave, ...explained }),
    errors: [...confirmationErrors],
  }),
  update: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/incidents/:id/updates',
    summary: 'Write the next update of an incident, or resolve it',
    params,
    body: z.strictObject({ text, ...grave, version: count, ...explained }),
    errors: ['incident_not_found', 'incident_resolved', 'changed_meanwhile', ...confirmationErrors],
  }),
} as const;
