import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { migrate } from './migrate.ts';

let test: TestDatabase;
let folder: string;

beforeEach(async () => {
  test = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'emporion-migrations-'));
  writeFileSync(join(folder, '0001-first.sql'), 'CREATE TABLE first (id int PRIMARY KEY);');
  writeFileSync(join(folder, '0002-second.sql'), 'ALTER TABLE first ADD COLUMN name text;');
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await test.drop();
});

describe('migrate', () => {
  it('applies the files in order, and none of them twice', async () => {
    expect(await migrate(test.database.pool, folder)).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await migrate(test.database.pool, folder)).toEqual([]);
  });

  it('applies each file once when several copies start together', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(test.database.pool, folder)));
    expect(runs.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql']);
  });

  it('leaves nothing of a file that fails half way, and names it', async () => {
    writeFileSync(join(folder, '0003-third.sql'), 'CREATE TABLE third (id int); SELECT broken();');
    await expect(migrate(test.database.pool, folder)).rejects.toThrow(/0003-third\.sql failed/);
    const { rows } = await test.database.pool.query("SELECT to_regclass('third') AS found");
    expect(rows[0].found).toBeNull();
  });

  it('refuses a file that changed after it was applied', async () => {
    await migrate(test.database.pool, folder);
    writeFileSync(join(folder, '0001-first.sql'), 'CREATE TABLE first (id bigint PRIMARY KEY);');
    await expect(migrate(test.database.pool, folder)).rejects.toThrow(/0001-first\.sql changed/);
  });

  it('refuses a database that a newer release has migrated', async () => {
    await migrate(test.database.pool, folder);
    rmSync(join(folder, '0002-second.sql'));
    await expect(migrate(test.database.pool, folder)).rejects.toThrow(/start a newer release/);
  });

  it('refuses two files with one number', async () => {
    writeFileSync(join(folder, '0002-other.sql'), 'SELECT 1;');
    await expect(migrate(test.database.pool, folder)).rejects.toThrow(/number 0002/);
  });
});
