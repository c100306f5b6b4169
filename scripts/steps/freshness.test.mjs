import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf } from './freshness.mjs';
import { root } from './root.mjs';

const path = '.cache/freshness-test';
const folder = join(root, path);
const file = join(folder, 'below', 'file.ts');

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'below'), { recursive: true });
  writeFileSync(file, 'one');
  // What was changed just now is read each time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  for (const left of [folder, keptIn]) rmSync(left, { recursive: true, force: true });
});

const keptIn = join(root, '.cache', 'digests', '.cache-freshness-test.json');
const kept = () => JSON.parse(readFileSync(keptIn, 'utf8')).digest;

describe('the digest of sources', () => {
  it('is that of the contents, whenever they were written', () => {
    const digest = digestOf(path);
    expect(kept()).toBe(digest);
    utimesSync(file, 1, 1);
    expect(digestOf(path)).toBe(digest);
  });

  it('is another one for other contents of the same length and the same time', () => {
    const digest = digestOf(path);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'two');
    utimesSync(file, atime, mtime);
    expect(digestOf(path)).not.toBe(digest);
    writeFileSync(file, 'one');
    expect(digestOf(path)).toBe(digest);
  });

  it('is another one when a file comes, goes or gets another name', () => {
    const digests = [digestOf(path)];
    writeFileSync(join(folder, 'other.ts'), '');
    digests.push(digestOf(path));
    rmSync(file);
    digests.push(digestOf(path));
    rmSync(join(folder, 'other.ts'));
    writeFileSync(join(folder, 'another.ts'), '');
    digests.push(digestOf(path));
    expect(new Set(digests).size).toBe(4);
  });

  it('is not kept of what was changed a moment ago', () => {
    const before = digestOf(path);
    vi.useRealTimers();
    writeFileSync(file, 'two');
    expect(digestOf(path)).not.toBe(before);
    expect(kept()).toBe(before);
  });
});
