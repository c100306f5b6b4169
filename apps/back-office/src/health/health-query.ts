import { dashboardEndpoints, type Health } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { queryOptions } from '@tanstack/react-query';

export type HealthPart = Health['parts'][number];

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => valueOrThrow(await call(dashboardEndpoints.health, { signal })),
  refetchInterval: 10_000,
});

const partNames: Readonly<Record<HealthPart['part'], string>> = {
  signer: 'Signer',
  payouts: 'Payouts',
  node: 'Node',
  mail: 'Mail',
  jobs: 'Jobs',
  disk: 'Disk',
  clock: 'Clock',
  journal: 'Journal',
  projections: 'Projections',
  backup: 'Backup',
  certificate: 'Certificate',
  administrators: 'Administrators',
  proxy: 'Proxy',
  settings: 'Settings',
  runtime: 'Node.js',
};
export const partName = ({ part, name }: HealthPart): string =>
  name === null ? partNames[part] : part === 'settings' ? `Setting ${name}` : `${partNames[part]} of ${name}`;

const stateWords = { good: 'Works', warn: 'Look at it', bad: 'Does not work', unknown: 'Unknown' } as const;

/** These are bad before anything stops working. */
const warnsAhead: readonly HealthPart['part'][] = ['disk', 'backup', 'certificate', 'administrators'];

export const stateText = ({ part, state }: HealthPart): string =>
  state === 'bad' && warnsAhead.includes(part) ? 'Act now' : stateWords[state];

/** What nothing tells of is looked at like what is not quite well. */
export const stateTones = { good: 'good', warn: 'warn', bad: 'bad', unknown: 'warn' } as const;

/** Where somebody mends it. */
export const partPaths: Readonly<Partial<Record<HealthPart['part'], string>>> = {
  signer: '/wallet/networks',
  payouts: '/audit',
  node: '/wallet/networks',
  mail: '/settings',
  administrators: '/staff',
};
