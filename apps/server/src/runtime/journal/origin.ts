import type { ExchangeLimits } from '@emporion/core';
import type pg from 'pg';
import { hashOfOrigin, textOfLimits } from './chain.ts';
import { BrokenJournal } from './tip.ts';

/** What the exchange was created with, and where its chain of hashes begins. */
export interface Origin {
  readonly limits: ExchangeLimits;
  readonly hash: Buffer;
}

type Queryable = Pick<pg.Pool, 'query'>;

/** Gives a new journal its origin. A journal that has one keeps it, whatever the limits of this release are. */
export async function ensureOrigin(database: Queryable, limits: ExchangeLimits): Promise<Origin> {
  const text = textOfLimits(limits);
  await database.query('INSERT INTO journal_origin (limits, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    text,
    hashOfOrigin(text),
  ]);
  const origin = await readOrigin(database);
  if (!origin) throw new BrokenJournal(0, 'its origin is missing');
  return origin;
}

/** @throws BrokenJournal when the origin is not what its hash says. */
export async function readOrigin(database: Queryable): Promise<Origin | undefined> {
  const { rows } = await database.query<{ limits: string; hash: Buffer }>(
    'SELECT limits, hash FROM journal_origin',
  );
  const [row] = rows;
  if (!row) return undefined;
  if (!hashOfOrigin(row.limits).equals(row.hash))
    throw new BrokenJournal(0, 'its origin does not fit its hash');
  return { limits: JSON.parse(row.limits) as ExchangeLimits, hash: row.hash };
}
