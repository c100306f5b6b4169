import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@emporion/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config/load.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { lockDataFolder } from '#platform/startup/data-folder-lock.ts';
import { reachDatabase } from './reach-database.ts';

let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'emporion-reach-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const reach = () => {
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataFolder });
  invariant(config.ok, 'the test gave a configuration that is refused');
  return reachDatabase(config.value);
};

describe('the database of a command', () => {
  it('is refused with a sentence where there is none', async () => {
    await expect(reach()).rejects.toThrow(`There is no database in ${dataFolder}`);
  });

  it('is the one of a running server, which goes on running; and is started for us when no server runs', async () => {
    const release = lockDataFolder(dataFolder);
    const postgres = await startEmbeddedPostgres({ dataFolder });
    const beside = await reach();
    expect((await beside.database.pool.query('SELECT 1')).rowCount).toBe(1);
    await beside.leave();
    expect(findRunningPostgres(dataFolder)).toBe(postgres.url);
    await postgres.stop();
    await expect(reach()).rejects.toThrow('just starting or stopping');
    release();

    const alone = await reach();
    expect((await alone.database.pool.query('SELECT 1')).rowCount).toBe(1);
    await alone.leave();
    expect(findRunningPostgres(dataFolder)).toBeUndefined();
    lockDataFolder(dataFolder)();
  });
});
