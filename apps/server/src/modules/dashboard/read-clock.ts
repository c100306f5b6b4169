import type { Health } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

type Part = Health['parts'][number] & { readonly state: 'good' | 'warn' | 'bad' };

/** Clocks that are kept in time differ by less, and so does the time that a question takes. */
const usualMs = 5_000;
/** Codes of authenticator apps and signatures of other services then fail. */
const wrongMs = 30_000;

export interface ClockReadings {
  /** By how much the newest command of the journal is ahead of this machine. */
  readonly behindJournalMs: number;
  /** By how much the clock of the database is ahead of this machine; negative when it is behind. */
  readonly databaseAheadMs: number;
}

/** What the clock of this machine shows beside the journal and the clock of the database. */
export async function clockPart({ clock, database, runtime }: Platform): Promise<Part> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
  `.execute(database.kysely);
  const now = clock.now().getTime();
  return judgeClock({
    behindJournalMs: runtime.position.acceptedAt - now,
    databaseAheadMs: (rows[0]?.at ?? now) - (before + now) / 2,
  });
}

const part = (state: Part['state'], text: string): Part => ({ part: 'clock', name: null, state, text });

export function judgeClock({ behindJournalMs, databaseAheadMs }: ClockReadings): Part {
  if (behindJournalMs > usualMs)
    return part(
      'bad',
      `The clock of this machine is ${duration(behindJournalMs)} behind the newest command: the time of the exchange stands still until then. Set the clock, and keep it in time by NTP.`,
    );
  const off = Math.abs(databaseAheadMs);
  if (off > usualMs)
    return part(
      off > wrongMs ? 'bad' : 'warn',
      `The clock of this machine is ${duration(off)} ${databaseAheadMs > 0 ? 'behind' : 'ahead of'} that of the database. Keep both in time by NTP.`,
    );
  return part('good', 'It agrees with the database and the journal.');
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
