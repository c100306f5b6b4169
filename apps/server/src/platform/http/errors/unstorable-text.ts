import pg from 'pg';

/** PostgreSQL: its texts (22021) and its JSON (22P05) cannot hold a zero byte, whatever else a caller may write. */
const refusals = new Set(['22021', '22P05']);

/** True when the caller wrote a text that no row can hold and none is found by. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusals.has(error.code ?? '');
}
