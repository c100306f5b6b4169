import { expect, it } from 'vitest';
import { networkLines, overallOf } from './status-model.ts';

const part = (state: 'operational' | 'degraded' | 'paused' | 'down') =>
  ({ part: 'trading', network: null, state }) as const;

it('is as good as its worst part', () => {
  expect(overallOf({ parts: [], maintenance: false })).toBe('operational');
  expect(overallOf({ parts: [part('degraded'), part('operational')], maintenance: false })).toBe('degraded');
  expect(overallOf({ parts: [part('down'), part('paused')], maintenance: false })).toBe('down');
  expect(overallOf({ parts: [part('down')], maintenance: true })).toBe('maintenance');
});

it('puts deposits and withdrawals of a network side by side', () => {
  expect(
    networkLines([
      part('operational'),
      { part: 'deposits', network: 'Tron', state: 'down' },
      { part: 'deposits', network: 'Bitcoin', state: 'operational' },
      { part: 'withdrawals', network: 'Tron', state: 'paused' },
    ]),
  ).toEqual([
    { network: 'Tron', deposits: 'down', withdrawals: 'paused' },
    { network: 'Bitcoin', deposits: 'operational', withdrawals: undefined },
  ]);
});
