import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';
import { startMarkOf } from './process-identity.ts';
import { StartupError } from './startup-error.ts';
import { spawnForgotten } from './testing/forgotten-process.ts';

let folder: string;
const lockFile = () => join(folder, 'emporion.lock');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockDataFolder', () => {
  it('refuses a folder that a live process holds, and names that process', () => {
    lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(StartupError);
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.pid}`);
  });

  it('gives the folder back and leaves no file behind', () => {
    const release = lockDataFolder(folder);
    release();
    expect(readdirSync(folder)).toEqual([]);
    lockDataFolder(folder);
  });

  it('takes over the lock of a process that was killed', async () => {
    const child = spawn('sleep', ['60']);
    const pid = child.pid ?? 0;
    writeFileSync(lockFile(), JSON.stringify({ pid, startMark: startMarkOf(pid) }));
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${pid}`);
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    lockDataFolder(folder);
  });

  it.runIf(platform() === 'linux')(
    'takes over the lock of a killed process that nobody has asked after',
    async () => {
      const { pid, parent } = await spawnForgotten();
      writeFileSync(lockFile(), JSON.stringify({ pid, startMark: startMarkOf(pid) }));
      expect(() => lockDataFolder(folder)).toThrow(`in use by process ${pid}`);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      lockDataFolder(folder);
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    },
  );

  it('takes over a lock whose process number went to another program', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, startMark: 'an earlier boot' }));
    lockDataFolder(folder);
  });

  it('takes over a lock file that a crash left half written', () => {
    writeFileSync(lockFile(), '{"pid":');
    lockDataFolder(folder);
    expect(existsSync(lockFile())).toBe(true);
  });
});
