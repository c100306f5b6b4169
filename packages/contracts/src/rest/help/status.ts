import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';

/** What people use of the exchange. Deposits and withdrawals are told for each network. */
export const serviceParts = [
  'website',
  'trading',
  'market_data',
  'deposits',
  'withdrawals',
  'cards',
  'bank_transfers',
  'email',
] as const;
export type ServicePart = (typeof serviceParts)[number];

export const serviceStates = ['operational', 'degraded', 'paused', 'down'] as const;
export type ServiceState = (typeof serviceStates)[number];

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export const incidentImpacts = ['minor', 'major', 'critical'] as const;

/** How far back the status page looks. */
export const incidentDays = 90;

export const Incident = named(
  'Incident',
  z.object({
    id: z.string(),
    title: z.string(),
    impact: z.enum(incidentImpacts),
    parts: z.array(z.enum(serviceParts)),
    state: z.enum(incidentStates),
    started: moment,
    resolved: z.nullable(moment),
    updates: described(
      z.array(z.object({ state: z.enum(incidentStates), text: z.string(), time: moment })),
      'The newest first.',
    ),
  }),
);
export type Incident = z.infer<typeof Incident>;

export const ServiceStatus = named(
  'ServiceStatus',
  z.object({
    parts: z.array(
      z.object({
        part: z.enum(serviceParts),
        network: described(z.nullable(z.string()), 'The name of the network, of deposits and withdrawals.'),
        state: described(z.enum(serviceStates), '`paused` is switched off by us, `down` does not work.'),
      }),
    ),
    maintenance: z.boolean(),
    incidents: described(
      z.array(Incident),
      `Of the last ${incidentDays} days, open ones first, then the newest.`,
    ),
    time: moment,
  }),
);
export type ServiceStatus = z.infer<typeof ServiceStatus>;

export const serviceStatusEndpoints = {
  read: defineEndpoint({
    method: 'GET',
    path: 'help/status',
    access: 'public',
    tag: 'help',
    summary: 'Read how each part of the exchange stands, and what went wrong lately',
    response: ServiceStatus,
  }),
} as const;
