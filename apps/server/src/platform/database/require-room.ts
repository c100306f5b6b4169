import type pg from 'pg';

/**
 * Makes PostgreSQL write 8 MB into a temporary file of its own disk and remove it again: a server that starts on a
 * full disk would run until its first order. Nothing stays, and no table is touched.
 *
 * @throws the error of PostgreSQL, which `isOutOfSpace` recognises when the disk is full.
 */
export async function requireRoom(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    // The disk of the tables, and so little memory that the rows go to a file.
    await client.query("SET LOCAL temp_tablespaces = ''; SET LOCAL work_mem = '64kB'");
    await client.query(`WITH wide AS MATERIALIZED (
      SELECT repeat('x', 60000) || n AS text FROM generate_series(1, 140) AS n
    ) SELECT max(length(text)) FROM wide`);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
