import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';

/** Longer than any test may take: then whoever has its number now is another process. */
const abandonedMs = 3_600_000;

/**
 * Lets one test at a time act as somebody of the demo's staff. Codes go to one mailbox, a new one takes the place of the last, and whoever asks again and again
 * is stopped for an hour: tests that act at once would take each other's codes away.
 */
export async function inTurn<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
  const turn = join(tmpdir(), `emporion-turn-${process.env.E2E_PORT ?? ''}-${email}.pid`);
  const began = Date.now();
  while (!isTaken(turn)) await sleep(100);
  // What others took is no time of this test.
  test.setTimeout(test.info().timeout + Date.now() - began);
  try {
    return await work();
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Making a link either works for one process or fails for all others. It names the one that has made it. */
function isTaken(turn: string): boolean {
  try {
    symlinkSync(`${process.pid}`, turn);
    return true;
  } catch {
    if (isAbandoned(turn)) rmSync(turn, { force: true });
    return false;
  }
}

/** Left behind by a process that was ended. One that only takes long, as on a machine that stands still, has its turn. */
function isAbandoned(turn: string): boolean {
  const made = lstatSync(turn, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return false;
  if (Date.now() - made > abandonedMs) return true;
  try {
    process.kill(Number(readlinkSync(turn)), 0);
    return false;
  } catch (error) {
    // Given back meanwhile, it is no link any more.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
