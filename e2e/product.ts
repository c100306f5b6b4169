import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A copy of the product started as a person starts it, with everything it has printed so far. */
export interface Product {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** Resolves with the exit status; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Resolves when it says that it runs. */
  readonly running: Promise<void>;
}

/** The real PostgreSQL of the product, beside it: for tests that kill one of the two and not the other. */
export { connectDatabase } from '../apps/server/src/platform/database/database.ts';
export { findRunningPostgres } from '../apps/server/src/platform/embedded-postgres/running.ts';
export { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
/** Installs a folder of `tools`. */
export { installTool } from '../scripts/steps/install.mjs';
/** What `npm run release` makes. */
export { makeRelease, packRelease } from '../scripts/steps/release.mjs';

/** What `npm start` runs. */
export const directly = [
  process.execPath,
  '--max-semi-space-size=64',
  '--use-largepages=silent',
  join('scripts', 'start.mjs'),
] as const;

/** Only the built server: nothing is installed or built first, so it starts quickly. */
export const serverAlone = [process.execPath, join('e2e', 'run-server.mjs')] as const;

export function startProduct(
  env: Record<string, string>,
  [program, ...args]: readonly [string, ...string[]] = directly,
  who: { readonly cwd?: string; readonly uid?: number; readonly gid?: number } = {},
): Product {
  const child = spawn(program, args, {
    // Every command runs at the root of the repository, unless a release runs elsewhere.
    ...who,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exited = new Promise<number | null>((done) => child.once('close', (status) => done(status)));
  const running = new Promise<void>((done, refuse) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Stop with Ctrl-C.')) done();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => refuse(new Error(`It ended before it ran:\n${text}`)));
  });
  // Some tests only care about the end, and an unheard refusal would fail the run.
  running.catch(() => undefined);
  return { child, url: `http://127.0.0.1:${env.PORT}`, output: () => text, exited, running };
}

/** One that takes as long as this to stop hangs, and what it said last tells where. */
const hangsMs = 60_000;

export async function stopProduct({ child, exited, output }: Product): Promise<number | null> {
  child.kill('SIGTERM');
  const tell = () => process.stderr.write(`It does not stop:\n${output().slice(-4_000)}\n`);
  const late = setTimeout(tell, hangsMs);
  const status = await exited;
  clearTimeout(late);
  return status;
}

/** A folder outside the clone, and a port that is free now. */
export async function freshSettings(): Promise<{ DATA_DIR: string; PORT: string }> {
  return { DATA_DIR: mkdtempSync(join(tmpdir(), 'emporion-start-')), PORT: String(await freePort()) };
}

/**
 * The settings of one whose data folder has had its first start, for tests of what comes later: to make a database, migrate it and fill it with the demo takes
 * two thirds of the work of a start. In a whole run, which names a place for it, the first who asks makes it, and everybody gets a copy.
 */
export async function usedSettings(): Promise<{ DATA_DIR: string; PORT: string }> {
  const settings = await freshSettings();
  const used = process.env.USED_DATA;
  if (used === undefined) return settings;
  while (!existsSync(used)) await (isFirst(`${used}.making`) ? makeUsed(used) : wait(100));
  // A database that had to be made elsewhere is not in the folder, and does not come along.
  if (!lstatSync(join(used, 'postgres')).isSymbolicLink())
    execFileSync('cp', ['-a', `${used}/.`, settings.DATA_DIR]);
  return settings;
}

/** Several files ask for it at the same moment: one of them makes it, and the others wait. */
function isFirst(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** It gets its name last: an interrupted one must not look whole. Where it cannot be made, the next who asks says so too. */
async function makeUsed(folder: string): Promise<void> {
  try {
    // Somebody may have made it since this one looked.
    if (existsSync(folder)) return;
    const settings = await freshSettings();
    const product = startProduct({ ...settings, DEMO_MARKET: 'false' }, serverAlone);
    await product.running;
    await stopProduct(product);
    renameSync(settings.DATA_DIR, folder);
  } finally {
    rmSync(`${folder}.making`, { recursive: true, force: true });
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Below those that the system gives to connections and to whoever asks for any: until the product listens, they would take it. */
export function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
  });
}
