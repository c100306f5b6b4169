import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enableCompileCache } from './compile-cache.mjs';

it('keeps compiled code in an existing data folder and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emporion-cache-'));
  const enable = (directory) => ({ status: 1, directory });
  expect(enableCompileCache({ env: { DATA_DIR: folder }, enable })).toBe(join(folder, 'compile-cache'));
  expect(enableCompileCache({ env: { DATA_DIR: join(folder, 'none') }, enable })).toBeUndefined();
  rmSync(folder, { recursive: true });
});

it('does without on a Node that has none', () => {
  expect(enableCompileCache({ env: { DATA_DIR: tmpdir() }, enable: null })).toBeUndefined();
});
