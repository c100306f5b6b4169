import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
export { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';

/** What `npm start` runs. */
const directly = [
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
): Product {
  const child = spawn(program, args, {
    // Every command runs at the root of the repository.
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

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
