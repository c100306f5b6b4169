import type { ChildProcess } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '#platform/startup/free-port.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { chooseAccount } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, superuser } from './cluster.ts';
import { type LaunchOptions, launch } from './launch.ts';
import { endOrphan } from './orphan.ts';
import { findPlace } from './place.ts';
import { untilReady } from './until-ready.ts';

export interface EmbeddedPostgres {
  /** Address of the database `emporion`, password included: never log it. */
  readonly url: string;
  readonly pid: number;
  /** The folder that holds the data; not always inside the data folder, see `findPlace`. */
  readonly cluster: string;
  /** Resolves when PostgreSQL ends, whoever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Settings on top of ours, as PostgreSQL names them. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

const readyTimeoutMs = 60_000;
/** Sessions of a killed one end by themselves when they have done what they were at. */
const sessionsAtWork = /shared memory block .* is still in use/;

/**
 * Starts the PostgreSQL that comes with the product, on loopback and a free port. The caller holds the data folder's lock.
 *
 * @throws StartupError when it cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder);
  mkdirSync(dataFolder, { recursive: true });
  const account = chooseAccount(join(dataFolder, 'postgres'));
  const place = findPlace({ dataFolder, account });
  const binaries = prepareBinaries({ account, shelter: place.shelter });
  const passwordFile = join(dataFolder, 'database-password');
  const password = ensureCluster({ cluster: place.cluster, passwordFile, account, binaries });
  await endOrphan(place.cluster);

  const port = await findFreePort();
  const logPath = join(dataFolder, 'postgres.log');
  const address = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  const { child, ended } = await startUntilReady({
    launch: {
      program: binaries.postgres,
      cluster: place.cluster,
      port,
      account,
      logPath,
      settings: options.settings,
    },
    url: address('postgres'),
  });
  await ensureDatabase(address('postgres'));
  return {
    url: address('emporion'),
    pid: child.pid ?? 0,
    cluster: place.cluster,
    ended,
    stop: () => stop(child, ended),
  };
}

/** Tries again while sessions of a killed one are at work on the files. */
async function startUntilReady(options: { launch: LaunchOptions; url: string }): Promise<Started> {
  const { logPath } = options.launch;
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const logBefore = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
    const child = launch(options.launch);
    const ended = endOf(child);
    const complaint = await untilReady({ child, url: options.url, logPath, logBefore, deadline });
    if (complaint === undefined) return { child, ended };
    if (!sessionsAtWork.test(complaint) || Date.now() >= deadline)
      throw new StartupError(`The embedded PostgreSQL did not start: ${complaint} (see ${logPath}).`);
    await wait(200);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'emporion'");
    if (found.rowCount === 0) await client.query('CREATE DATABASE emporion');
  } finally {
    await client.end();
  }
}

/** Whatever way this process ends, short of being killed, the database is told to end too. */
function endOf(child: ChildProcess): Promise<void> {
  const tell = () => child.kill('SIGINT');
  process.once('exit', tell);
  return new Promise((done) => {
    child.once('exit', () => {
      process.off('exit', tell);
      done();
    });
  });
}

/** Asks for the gentlest shutdown first: our own connections are closing at this moment, and must not be cut off. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timers = [
    // Fast: sessions end, everything committed is on disk.
    setTimeout(() => child.kill('SIGINT'), 2_000),
    // Immediate: the next start recovers.
    setTimeout(() => child.kill('SIGQUIT'), 20_000),
  ];
  await ended;
  for (const timer of timers) clearTimeout(timer);
}
