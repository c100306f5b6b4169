import pg from 'pg';

/** PostgreSQL: its texts (22021) and its JSON (22P05) cannot hold a zero byte, whatever else a caller may write, and its JSON no half of a character (22P02). */
const refusals = new Set(['22021', '22P05']);

/** True when the caller wrote a text that no row can hold and none is found by. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // The same code is that of a number or an id which is none: those are faults of ours.
  const isBrokenJson = error.code === '22P02' && /type jsonb?$/.test(error.message);
  return isBrokenJson || refusals.has(error.code ?? '');
}
