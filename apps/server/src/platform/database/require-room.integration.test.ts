import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';
import { requireRoom } from './require-room.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createEmptyDatabase();
});
afterAll(() => test.drop());

it('has PostgreSQL write megabytes to its own disk', async () => {
  const { pool } = test.database;
  const written = async () => {
    // Figures of a session are reported when it is idle or ends.
    const { rows } = await pool.query(
      'select pg_stat_clear_snapshot(), temp_bytes::int8 as bytes from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.bytes);
  };
  const before = await written();
  await requireRoom(pool);
  await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(before + 8_000_000);
});
