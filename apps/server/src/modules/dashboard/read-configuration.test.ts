import { expect, it } from 'vitest';
import { loadConfig } from '#platform/config/load.ts';
import { productionEnv } from '#platform/http/testing/test-app.ts';
import { configurationParts } from './read-configuration.ts';

const now = new Date('2026-11-19T12:00:00Z');

function partsOf(env: Record<string, string>, given: { forwarded?: number; nodeVersion?: string } = {}) {
  const loaded = loadConfig(env);
  if (!loaded.ok) throw new Error('this test gave a configuration that is refused');
  const parts = configurationParts(loaded.value, { now, forwarded: 0, nodeVersion: '24.11.0', ...given });
  return parts.map(({ part, name, state }) => [part, name, state].join(' ').replace('  ', ' '));
}
const production = { ...productionEnv, DATABASE_URL: 'postgres://localhost/x', TRUST_PROXY: '1' };

it('has nothing to say of a demo on this machine, and names a proxy whose header came', () => {
  expect(partsOf({})).toEqual([]);
  expect(partsOf({}, { forwarded: 1 })).toEqual(['proxy warn']);
  expect(partsOf({ HOST: '0.0.0.0' })).toEqual(['settings HOST warn']);
});

it('names what production leaves open', () => {
  expect(partsOf(production)).toEqual(['runtime good']);
  expect(partsOf({ ...productionEnv, DEMO_MARKET: 'true' })).toEqual([
    'proxy warn',
    'settings EMBEDDED_DATABASE warn',
    'settings DEMO_MARKET warn',
    'runtime good',
  ]);
  expect(partsOf(production, { nodeVersion: '20.20.2' })).toEqual(['runtime warn']);
});

it('lets no stranger change the state of a proxy setting that was written down', () => {
  const off = { ...production, TRUST_PROXY: 'off' };
  expect(partsOf(off)).toEqual(['proxy good', 'runtime good']);
  expect(partsOf(off, { forwarded: 1_000 })).toEqual(['proxy good', 'runtime good']);
  expect(partsOf(production, { forwarded: 1_000 })).toEqual(['runtime good']);
});
