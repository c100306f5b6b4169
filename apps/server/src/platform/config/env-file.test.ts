import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { strangersInEnvFile, withEnvFile } from './env-file.ts';

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
