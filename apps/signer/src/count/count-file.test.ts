import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '#startup-error.ts';
import { CountFault, CountFile } from './count-file.ts';
import { type CountEntry, writeEntry } from './entry.ts';

let folder: string;
const path = () => join(folder, 'count.log');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-count-'));
  CountFile.create(folder, 1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entry(id: string): CountEntry {
  const hash = 'ab'.repeat(32);
  return {
    id,
    words: hash,
    common: hash,
    group: id,
    fee: 1n,
    at: 5,
    amounts: new Map([['ethereum/ETH', 7n]]),
  };
}

function fill(...ids: string[]): void {
  const { count } = CountFile.open(folder);
  for (const id of ids) count.add(entry(id));
  count.close();
}

function ids(): string[] {
  const { count, entries } = CountFile.open(folder);
  count.close();
  return entries.map(({ id }) => id);
}

it('reads what was added, whole', () => {
  fill('a', 'b');
  const { count, entries, at } = CountFile.open(folder);
  count.close();
  expect(entries).toEqual([entry('a'), entry('b')]);
  expect(at).toBe(1);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

describe('after a crash', () => {
  it('drops a last line that was begun and not ended, at every length, and goes on behind it', () => {
    fill('a');
    const whole = statSync(path()).size;
    const line = writeEntry(entry('b'));
    for (const length of [1, 16, 17, 40, line.length - 1]) {
      appendFileSync(path(), line.slice(0, length));
      expect(ids()).toEqual(['a']);
      expect(statSync(path()).size).toBe(whole);
    }
    fill('c');
    expect(ids()).toEqual(['a', 'c']);
  });

  it('drops the zeros of a page that was never written', () => {
    fill('a');
    appendFileSync(path(), Buffer.alloc(300));
    expect(ids()).toEqual(['a']);
    appendFileSync(path(), Buffer.concat([Buffer.alloc(300), Buffer.from('\n')]));
    expect(ids()).toEqual(['a']);
  });

  it('keeps a whole last line, whether or not its signature left', () => {
    fill('a');
    appendFileSync(path(), writeEntry(entry('b')));
    expect(ids()).toEqual(['a', 'b']);
  });
});

describe('damage', () => {
  it('is not taken for a crash: a changed digit anywhere, a lost line end, a missing beginning', () => {
    fill('a', 'b', 'c');
    const content = readFileSync(path());
    for (let at = 0; at < content.length - 1; at += 7) {
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path(), changed);
      expect(() => ids(), `byte ${at}`).toThrow(StartupError);
    }
    writeFileSync(path(), content.subarray(10));
    expect(() => ids()).toThrow('damaged at line 1');
    writeFileSync(path(), content);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('is named when a file is missing or empty', () => {
    truncateSync(path());
    expect(() => ids()).toThrow('damaged at line 1');
    rmSync(path());
    expect(() => ids()).toThrow('is missing');
    CountFile.create(folder, 1);
    rmSync(join(folder, 'past-ids.0'));
    expect(() => ids()).toThrow('past ids');
  });
});

describe('a second writer', () => {
  it('stops whoever did not know of the other, before a signature can leave', () => {
    const first = CountFile.open(folder).count;
    const second = CountFile.open(folder).count;
    first.add(entry('a'));
    expect(() => second.add(entry('b'))).toThrow(CountFault);
    expect(() => first.add(entry('c'))).toThrow(CountFault);
    // What was written counts, signed or not.
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('is noticed when it wrote the file anew, or took it away', () => {
    const first = CountFile.open(folder).count;
    const { count: second, past } = CountFile.open(folder);
    second.rewrite([entry('a')], { past, at: 2 });
    expect(() => first.add(entry('b'))).toThrow(CountFault);
    rmSync(path());
    expect(() => second.add(entry('c'))).toThrow(CountFault);
  });
});

it('rewrites file and table together, and leaves nothing of before', () => {
  fill('a', 'b');
  const { count, past } = CountFile.open(folder);
  count.rewrite([entry('b')], { past: past.with([entry('a')]), at: 9 });
  count.add(entry('c'));
  count.close();
  const opened = CountFile.open(folder);
  opened.count.close();
  expect(opened.entries.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(opened.past.has('a')).toBe(true);
  expect(opened.past.has('b')).toBe(false);
  expect(opened.at).toBe(9);
  expect(readdirSync(folder).sort()).toEqual(['count.log', 'past-ids.1']);
});

it('starts with the former pair of files after a crash in the middle of a rewrite', () => {
  fill('a');
  writeFileSync(join(folder, 'past-ids.1'), 'half a tab');
  writeFileSync(join(folder, 'count.log.new'), 'half a fi');
  expect(ids()).toEqual(['a']);
  const { count, past } = CountFile.open(folder);
  count.rewrite([], { past: past.with([entry('a')]), at: 2 });
  count.close();
  expect(CountFile.open(folder).past.size).toBe(1);
});
