import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratchFolder } from './scratch.mjs';

const memory = mkdtempSync(join(tmpdir(), 'emporion-scratch-'));
afterAll(() => rmSync(memory, { recursive: true }));

const plenty = 64_000_000_000;

describe('the folder for what tests write', () => {
  it('is empty at the beginning of each run, and the same for each', () => {
    const first = makeScratchFolder({ memory, available: plenty });
    expect(dirname(first)).toBe(memory);
    writeFileSync(join(first, 'left'), 'by a run that was interrupted');
    expect(makeScratchFolder({ memory, available: plenty })).toBe(first);
    expect(existsSync(join(first, 'left'))).toBe(false);
  });

  it('is not made where there is too little memory, or no such place', () => {
    expect(makeScratchFolder({ memory, available: 1_000_000_000 })).toBeUndefined();
    expect(makeScratchFolder({ memory: join(memory, 'nowhere'), available: plenty })).toBeUndefined();
  });
});
