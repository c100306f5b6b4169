import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { folders } from '#platform/folders.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { readCheckpoints } from './checkpoints.ts';

let test: TestDatabase;
let folder: string;

/** A database of the release before followers had checkpoints of their own. */
beforeEach(async () => {
  test = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'emporion-migrations-'));
  for (const name of readdirSync(folders.migrations).filter((each) => each < '0026'))
    cpSync(join(folders.migrations, name), join(folder, name));
  await migrate(test.database.pool, folder);
  rmSync(folder, { recursive: true });
  await test.database.pool.query(`
    INSERT INTO journal (number, first_sequence, last_sequence, first_event, event_count, accepted_at, payload, hash)
    SELECT n, n, n, n * 10 - 9, 10, 1000 + n, '\\x01', decode(repeat('00', 32), 'hex') FROM generate_series(1, 5) AS n;
    INSERT INTO projected_markets VALUES ('TEA-GOLD', 'TEA', 'GOLD', 0, 0, 0, 0);
  `);
});
afterEach(() => test.drop());

const upgrade = () => migrate(test.database.pool, folders.migrations);
const histories = ['orders', 'market-data', 'ledger', 'swaps', 'traded-volumes'];

it.each([
  ['ahead of the projections', 5, 4],
  ['behind the projections', 2, 2],
])('keeps what was projected, and begins notices %s where none is left out', async (_where, told, begin) => {
  await test.database.pool.query(`
    INSERT INTO projection_checkpoint (version, batch, event, accepted_at) VALUES (1, 4, 40, 1004);
    INSERT INTO notice_checkpoint (batch) VALUES (${told});
  `);
  await upgrade();
  const checkpoints = await readCheckpoints(test.database.pool);
  for (const name of histories)
    expect(checkpoints.get(name)).toEqual({ name, version: 1, batch: 4, event: 40 });
  expect(checkpoints.get('notices')).toMatchObject({ batch: begin, event: begin * 10 });
  for (const table of ['order_markets', 'volume_markets']) {
    const { rows } = await test.database.pool.query(`SELECT market, quote FROM ${table}`);
    expect(rows).toEqual([{ market: 'TEA-GOLD', quote: 'GOLD' }]);
  }
});

it('of a database that nobody has followed has no checkpoints yet', async () => {
  await upgrade();
  expect((await readCheckpoints(test.database.pool)).size).toBe(0);
});
