import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '#platform/startup/process-identity.ts';
import { spawnForgotten } from '#platform/startup/testing/forgotten-process.ts';
import { chooseAccount, runAs } from './account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

let dataFolder: string;
const running: EmbeddedPostgres[] = [];
const others: ChildProcess[] = [];

/** What a first start leaves behind. To make a cluster takes longer than what is asked of it. */
const usedFolder = mkdtempSync(join(tmpdir(), 'emporion-postgres-used-'));

beforeAll(async () => {
  const first = await startEmbeddedPostgres({ dataFolder: usedFolder });
  await first.stop();
});
afterAll(() => rmSync(usedFolder, { recursive: true, force: true }));
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'emporion-postgres-'));
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
});

/** For what is not about a first start: the cluster's files belong to its own user, and must go on to. */
function settleIn(folder = dataFolder): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('cp', ['-a', `${usedFolder}/.`, folder]);
}

async function start(folder = dataFolder): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  running.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  // The tests kill servers under their clients.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function killOne(): Promise<void> {
  settleIn();
  const killed = await start();
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
}

/** Makes the mark of a killed one name another process. */
function markWith(pid: number | undefined): void {
  const mark = join(dataFolder, 'postgres', 'postmaster.pid');
  const [, ...rest] = readFileSync(mark, 'utf8').split('\n');
  writeFileSync(mark, [pid, ...rest].join('\n'));
}

/** For a process of the user whose processes PostgreSQL sees. */
const asPostgres = () => ({ cwd: '/', ...runAs(chooseAccount()) });

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a stop and a start', async () => {
    settleIn();
    const first = await start();
    await query(first, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(await query(await start(), 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  });

  it('writes to disk before it answers', async () => {
    settleIn();
    expect(await query(await start(), 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('ends one that outlived its server and takes over its data', async () => {
    settleIn();
    const orphan = await start();
    await query(orphan, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
    const heir = await start();
    expect(isAlive(orphan.pid)).toBe(false);
    expect(await query(heir, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('recovers what was committed when it was killed', async () => {
    settleIn();
    const killed = await start();
    await query(killed, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (2)');
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    expect(await query(await start(), 'SELECT id FROM kept')).toEqual([{ id: 2 }]);
  });

  it('is not misled by a stale mark that names some other live program', async () => {
    await killOne();
    const file = join(dataFolder, 'postgres', 'postgresql.conf');
    const other = spawn('tail', ['-f', file], asPostgres());
    others.push(other);
    markWith(other.pid);
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  it.each(['', 'garbage'])('is not held up by a mark that says %j', async (text) => {
    await killOne();
    writeFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), text);
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  // PostgreSQL itself takes a process that ended for a live one until its parent has asked after it.
  it('is not misled by a killed one that nobody has asked after', async () => {
    await killOne();
    const { pid, parent } = await spawnForgotten(asPostgres());
    others.push(parent);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    process.kill(pid, 0);
    markWith(pid);
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('waits for a session of a killed one that is still at work', async () => {
    settleIn();
    const killed = await start();
    const atWork = query(killed, 'SELECT count(*) FROM generate_series(1, 8000000)').catch(() => undefined);
    await expect
      .poll(() => query(killed, "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 8%'"))
      .not.toEqual([]);
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await atWork;
  });

  it('begins again when its creation was interrupted', async () => {
    mkdirSync(join(dataFolder, 'postgres.draft', 'data'), { recursive: true });
    writeFileSync(join(dataFolder, 'postgres.draft', 'data', 'PG_VERSION'), '18');
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs two side by side in folders of their own', async () => {
    const other = join(dataFolder, 'other');
    settleIn();
    settleIn(other);
    const [one, two] = await Promise.all([start(), start(other)]);
    await query(one, 'CREATE TABLE mine (id int)');
    expect(await query(two, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }]);
  });

  it('refuses a password-less visitor from the same machine', async () => {
    settleIn();
    const { url } = await start();
    const address = new URL(url);
    address.password = 'guess';
    const client = new pg.Client({ connectionString: address.href });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  // Only root lends PostgreSQL another user, who may then not be able to enter the folder.
  it.runIf(process.getuid?.() === 0)('moves outside a folder that only root may enter', async () => {
    const closed = join(dataFolder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const folder = join(closed, 'data');
    const postgres = await start(folder);
    await query(postgres, 'CREATE TABLE kept (id int)');
    await postgres.stop();
    const outside = readlinkSync(join(folder, 'postgres'));
    const again = await start(folder);
    expect(await query(again, "SELECT to_regclass('kept')::text AS found")).toEqual([{ found: 'kept' }]);
    await again.stop();

    const moved = join(closed, 'moved');
    renameSync(folder, moved);
    await (await start(moved)).stop();
    const copy = join(closed, 'copy');
    cpSync(moved, copy, { recursive: true, verbatimSymlinks: true });
    await expect(start(copy)).rejects.toThrow(`${copy} is a copy of ${moved}`);
    rmSync(dirname(outside), { recursive: true });
  });

  describe.runIf(process.getuid?.() === 0)('started by root on an existing database', () => {
    const cluster = () => join(dataFolder, 'postgres');
    /** Exists on every Linux, and root never chooses it for a new database. */
    const daemon = 1;

    it('runs as the owner of the database, although another user would be chosen for a new one', async () => {
      settleIn();
      execFileSync('chown', ['-R', `${daemon}:${daemon}`, cluster()]);
      const postgres = await start();
      expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(statSync(`/proc/${postgres.pid}`).uid).toBe(daemon);
    });

    it.each([
      ['root', 0, 'belongs to root, and PostgreSQL cannot run as root'],
      ['a user whom this machine does not know', 54_321, 'belongs to the user id 54321, which this machine'],
    ])('says what to do when it belongs to %s', async (_, uid, sentence) => {
      settleIn();
      execFileSync('chown', ['-R', `${uid}:${uid}`, cluster()]);
      await expect(start()).rejects.toThrow(sentence);
      await expect(start()).rejects.toThrow(`chown -R emporion: ${cluster()}`);
    });
  });
});
