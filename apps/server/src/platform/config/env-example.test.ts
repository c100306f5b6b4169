import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folders } from '#platform/folders.ts';
import { renderEnvExample } from './env-example.ts';
import { loadConfig } from './load.ts';

it('is the committed .env.example', () => {
  expect(readFileSync(join(folders.root, '.env.example'), 'utf8')).toBe(renderEnvExample());
});

it('gives a configuration that loads when every line is uncommented', () => {
  const lines = [...renderEnvExample().matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  expect(lines.length).toBeGreaterThan(15);
  expect(loadConfig(Object.fromEntries(lines.map(([, name, value]) => [name, value])))).toEqual(
    loadConfig({}),
  );
});
