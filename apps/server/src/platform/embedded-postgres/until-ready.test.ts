import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { untilReady } from './until-ready.ts';

const folder = mkdtempSync(join(tmpdir(), 'emporion-until-ready-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inUse = 'pre-existing shared memory block (key 1, ID 2) is still in use';
const cutOff = 'terminating connection due to unexpected postmaster exit';

/** What is made of the log of one that ends; each line is of the process that a shell knows by the given name. */
async function complaintAfter(
  lines: readonly [process: string, words: string][],
): Promise<string | undefined> {
  const logPath = join(folder, `${Math.random()}.log`);
  const log = openSync(logPath, 'a');
  const script = lines.map(([process, words]) => `echo "2026-01-02 03:04:05.678 UTC [${process}] ${words}"`);
  const child = spawn('/bin/sh', ['-c', script.join('\n')], { stdio: ['ignore', log, log] });
  // Nobody listens at the address.
  const url = 'postgres://emporion:x@127.0.0.1:1/postgres';
  return untilReady({ child, url, logPath, logBefore: 0, deadline: Date.now() + 60_000 });
}

it('tells what the launched one complained of, whatever sessions of a killed one write after it', async () => {
  expect(
    await complaintAfter([
      ['$$', `FATAL:  ${inUse}`],
      ['$$', 'HINT:  Terminate any old server processes associated with the data directory.'],
      ['77', `FATAL:  ${cutOff}`],
    ]),
  ).toBe(inUse);
});

it('tells what a process that the launched one started complained of, when it says nothing worse itself', async () => {
  const broken = 'could not locate a valid checkpoint record';
  expect(
    await complaintAfter([
      ['78', `PANIC:  ${broken}`],
      ['$$', 'LOG:  startup process (PID 78) was terminated by signal 6: Aborted'],
    ]),
  ).toBe(broken);
});
