import { serviceParts } from '@emporion/contracts/rest';
import { expect, it } from 'vitest';
import { type Measured, servicePartsOf, withIncidents } from './service-parts.ts';

const coin = {
  ...{ currency: 'BTC', contract: null, deposits: true, withdrawals: true },
  ...{ coin_deposits: true, coin_withdrawals: true, hidden: false, stopped: false },
  ...{ signer: 'unknown' as const, signer_lines: null },
};
const network = {
  ...{ name: 'Bitcoin', deposits: true, withdrawals: true, error: null, lag: 0, confirmations: 3 },
  coins: [coin],
};
const well: Measured = {
  ...{ maintenance: false, journal: 'good', projections: 'good', mail: 'good', signs: true },
  ...{ networks: [network], markets: { open: 3, closed: 0 } },
};
const told = (change: Partial<Measured>) =>
  Object.fromEntries(servicePartsOf({ ...well, ...change }).map(({ part, state }) => [part, state]));

it('says of each part that it works while everything does', () => {
  expect(new Set(Object.values(told({})))).toEqual(new Set(['operational']));
  // The same parts that an incident may concern.
  expect(Object.keys(told({})).sort()).toEqual([...serviceParts].sort());
});

it.each<[string, Partial<Measured>, object]>([
  ['an engine that stopped', { journal: 'bad' }, { trading: 'down', deposits: 'operational' }],
  ['one market of several that is halted', { markets: { open: 2, closed: 1 } }, { trading: 'degraded' }],
  ['all markets halted', { markets: { open: 0, closed: 3 } }, { trading: 'paused' }],
  ['late charts', { projections: 'warn' }, { market_data: 'degraded' }],
  ['mail that is not delivered', { mail: 'bad' }, { email: 'down' }],
  [
    'maintenance',
    { maintenance: true },
    { trading: 'paused', withdrawals: 'paused', deposits: 'operational' },
  ],
  ['no signer', { signs: false }, { withdrawals: 'down', deposits: 'operational' }],
  [
    'a node that is away',
    { networks: [{ ...network, error: 'connect ECONNREFUSED 10.0.0.7:8545' }] },
    { deposits: 'down', withdrawals: 'down' },
  ],
  [
    'a node that is late',
    { networks: [{ ...network, lag: 9 }] },
    { deposits: 'degraded', withdrawals: 'operational' },
  ],
  [
    'a network that we switched off',
    { networks: [{ ...network, withdrawals: false }] },
    { withdrawals: 'paused' },
  ],
  [
    'one of two coins stopped',
    { networks: [{ ...network, coins: [coin, { ...coin, stopped: true }] }] },
    { withdrawals: 'degraded', deposits: 'operational' },
  ],
])('tells %s', (_what, change, expected) => {
  expect(told(change)).toMatchObject(expected);
});

it('says nothing of what is behind it', () => {
  const lines = servicePartsOf({
    ...well,
    networks: [{ ...network, error: 'connect ECONNREFUSED 10.0.0.7:8545' }],
  });
  expect(JSON.stringify(lines)).not.toMatch(/ECONN|10\.0/);
});

it('stands no better than open incidents say, also of parts that nobody measures', () => {
  const line = (part: 'withdrawals' | 'trading', network: string | null = null) =>
    ({ part, network, state: 'operational' }) as const;
  const lines = [line('trading'), line('withdrawals', 'Tron'), line('withdrawals', 'Bitcoin')];
  const outage = { parts: ['withdrawals', 'cards'], impact: 'critical', state: 'investigating' } as const;
  const statesOf = (...incidents: Parameters<typeof withIncidents>[1]) =>
    withIncidents(lines, incidents).map(({ part, state }) => `${part} ${state}`);
  expect(statesOf({ ...outage, parts: [...outage.parts] })).toEqual([
    ...['trading operational', 'withdrawals down', 'withdrawals down', 'cards down'],
  ]);
  expect(statesOf({ ...outage, parts: ['trading'], state: 'monitoring' })[0]).toBe('trading degraded');
  expect(statesOf({ ...outage, parts: ['trading'], state: 'resolved' })[0]).toBe('trading operational');
});
