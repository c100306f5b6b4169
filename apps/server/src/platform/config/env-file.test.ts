import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { strangersInEnvFile, unknownSettings, withEnvFile } from './env-file.ts';

it('finds the lines of .env that are no settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emporion-env-'));
  const file = join(folder, '.env');
  expect(strangersInEnvFile(file)).toEqual([]);
  writeFileSync(
    file,
    '# PORTS=1\nPORT=8081\nDEMO_MARKT=false\nVITE_SOCIAL_LINKS=[]\nexport METRICS_TOKN=x\n',
  );
  expect(strangersInEnvFile(file)).toEqual(['DEMO_MARKT', 'METRICS_TOKN']);
  rmSync(folder, { recursive: true });
});

it('lays the settings of .env beneath those that are given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emporion-env-'));
  const file = join(folder, '.env');
  expect(withEnvFile({ PORT: '1' }, file)).toEqual({ PORT: '1' });
  writeFileSync(file, 'PORT=8081\nDEMO=false\n');
  expect(withEnvFile({ PORT: '1' }, file)).toEqual({ PORT: '1', DEMO: 'false' });
  rmSync(folder, { recursive: true });
});

it('names what the environment file of a release sets and no setting is, without a value', () => {
  const env = {
    EMPORION_SETTINGS_FILE: '/etc/emporion/emporion.env',
    EMPORION_SETTINGS_NAMES: 'SECRET,TRUST_PROXYY,NONSENSE,NODE_OPTIONS,TZ',
    TRUST_PROXYY: 'hush',
    DATABASE_URLS: 'of a shell',
  };
  expect(unknownSettings(env, '/nowhere/.env')).toEqual([
    'The file /etc/emporion/emporion.env sets TRUST_PROXYY, which is no setting and has no effect: perhaps TRUST_PROXY is meant, see .env.example.',
    'The file /etc/emporion/emporion.env sets NONSENSE, which is no setting and has no effect: see .env.example.',
  ]);
});

it('names only misspelt settings where the environment is all there is', () => {
  const env = { PATH: '/bin', HOSTNAME: 'x', NONSENSE: '1', SECRET: 'x', MAINTENANCES: 'hush', PORTS: '1' };
  expect(unknownSettings(env, '/nowhere/.env')).toEqual([
    'The environment sets MAINTENANCES, which is no setting and has no effect: perhaps MAINTENANCE is meant, see .env.example.',
  ]);
});
