import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';

const abandonedMs = 180_000;

/**
 * Lets one test at a time act as somebody of the demo's staff. Codes go to one mailbox, a new one takes the place of the last, and whoever asks again and again
 * is stopped for an hour: tests that act at once would take each other's codes away.
 */
export async function inTurn<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
  const folder = join(tmpdir(), `emporion-turn-${process.env.E2E_PORT ?? ''}-${email}`);
  const began = Date.now();
  while (!isTaken(folder)) await sleep(100);
  // What others took is no time of this test.
  test.setTimeout(test.info().timeout + Date.now() - began);
  try {
    return await work();
  } finally {
    rmdirSync(folder);
  }
}

/** Making a folder either works for one process or fails for all others. */
function isTaken(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // Left behind by a process that was ended.
    if (Date.now() - since > abandonedMs) rmdirSync(folder);
    return false;
  }
}
