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
    // The disk of the tables, and no more memory than makes the sort write files.
    await client.query("SET LOCAL temp_tablespaces = ''; SET LOCAL work_mem = '64kB'");
    await client.query(`SELECT max(length(wide)) FROM (
      SELECT repeat('x', 60000) || n AS wide FROM generate_series(1, 140) AS n ORDER BY wide DESC OFFSET 0
    ) AS sorted`);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
