import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { carried, openToReaders } from './release.mjs';
import { root } from './root.mjs';

it('carries the samples of deploy by name, and nothing that somebody keeps beside them', () => {
  const samples = carried.filter((path) => path.startsWith('deploy'));
  expect(samples).toContain('deploy/compose.yaml');
  for (const path of samples) expect(statSync(join(root, path)).isFile(), path).toBe(true);
});

it.each(['.gitignore', '.dockerignore'])('has secrets beside the samples left out by %s', (file) => {
  const left = readFileSync(join(root, file), 'utf8').split('\n');
  for (const kind of ['*.env', '*.key', '*.pem', '*password*']) expect(left).toContain(`deploy/${kind}`);
});

it('can be read by everybody and written by nobody else, whatever umask it was made under', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emporion-modes-'));
  try {
    mkdirSync(join(folder, 'bin'));
    for (const [name, mode] of [
      ['open', 0o666],
      ['closed', 0o600],
      ['bin/program', 0o777],
    ]) {
      writeFileSync(join(folder, name), '');
      chmodSync(join(folder, name), mode);
    }
    chmodSync(join(folder, 'bin'), 0o777);
    await openToReaders(folder);
    const modes = ['open', 'closed', 'bin/program', 'bin'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o644, 0o644, 0o755, 0o755]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
