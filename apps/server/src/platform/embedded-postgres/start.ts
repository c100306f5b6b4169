import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '#platform/startup/free-port.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type Account, chooseAccount, runAs } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, postgresEnvironment, superuser } from './cluster.ts';
import { endOrphan } from './orphan.ts';
import { findPlace } from './place.ts';

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

const readyTimeoutMs = 60_000;
const logSizeMax = 10_000_000;

/**
 * Starts the PostgreSQL that comes with the product, on loopback and a free port. The caller holds the data folder's lock.
 *
 * @throws StartupError when it cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder);
  mkdirSync(dataFolder, { recursive: true });
  const account = chooseAccount();
  const place = findPlace({ dataFolder, account });
  const binaries = prepareBinaries({ account, shelter: place.shelter });
  const passwordFile = join(dataFolder, 'database-password');
  const password = ensureCluster({ cluster: place.cluster, passwordFile, account, binaries });
  await endOrphan(place.cluster);

  const port = await findFreePort();
  const logPath = join(dataFolder, 'postgres.log');
  const child = launch({
    program: binaries.postgres,
    cluster: place.cluster,
    port,
    account,
    logPath,
    settings: options.settings,
  });
  const ended = endOf(child);
  const address = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  await untilReady({ child, url: address('postgres'), logPath });
  await ensureDatabase(address('postgres'));
  return {
    url: address('emporion'),
    pid: child.pid ?? 0,
    cluster: place.cluster,
    ended,
    stop: () => stop(child, ended),
  };
}

function launch(options: {
  program: string;
  cluster: string;
  port: number;
  account: Account | undefined;
  logPath: string;
  settings: Readonly<Record<string, string>> | undefined;
}): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '100',
    // Filling every new segment of its log with zeros makes whoever commits just then wait for 16 MB to be written: over 100 ms on a busy disk, measured,
    // against 5 without. The log is as durable either way.
    wal_init_zero: 'off',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const tooLong = (statSync(options.logPath, { throwIfNoEntry: false })?.size ?? 0) > logSizeMax;
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  const log = openSync(
    options.logPath,
    O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | (tooLong ? O_TRUNC : 0),
    0o600,
  );
  try {
    return spawn(options.program, ['-D', options.cluster, ...flags], {
      cwd: '/',
      env: postgresEnvironment,
      // In a session of its own, so that Ctrl-C reaches us and not it: requests under way still need the database.
      detached: true,
      stdio: ['ignore', log, log],
      ...runAs(options.account),
    });
  } finally {
    closeSync(log);
  }
}

async function untilReady({
  child,
  url,
  logPath,
}: {
  child: ChildProcess;
  url: string;
  logPath: string;
}): Promise<void> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', () => {
    failure ??= lastComplaint(logPath);
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    if (failure !== undefined)
      throw new StartupError(`The embedded PostgreSQL did not start: ${failure} (see ${logPath}).`);
    if (await answers(url)) return;
    await wait(25);
  }
  child.kill('SIGQUIT');
  throw new StartupError(
    `The embedded PostgreSQL did not answer within ${readyTimeoutMs / 1000} seconds (see ${logPath}).`,
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A refused connection is also reported as an event, which would end the process unheard.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
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

function lastComplaint(logPath: string): string {
  const lines = readFileSync(logPath, 'utf8').trim().split('\n');
  return (
    lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ??
    'it ended at once'
  );
}
