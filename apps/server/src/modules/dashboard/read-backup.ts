import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Health } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';

type Part = Health['parts'][number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A backup is made every night, and one night may be late; after a week nobody makes any. */
const lateMs = dayMs + 6 * hourMs;
const missedMs = 7 * dayMs;
/** So much is lost with the disk if the log is archived no more often. */
const archivedLateMs = hourMs;

/** An operator touches it in the data folder before copying it; see docs/operating.md. */
const markFile = 'last-backup';

interface Noted {
  readonly at: Date;
  readonly what: string;
}

interface Archive {
  readonly on: boolean;
  readonly archived: Date | null;
  readonly failed: Date | null;
}

const known = (state: Part['state'], text: string): Part => ({ part: 'backup', name: null, state, text });

/** How old the newest backup is that somebody noted, and whether PostgreSQL archives its log. What nothing tells of is unknown, and not missing. */
export async function backupPart(platform: Platform): Promise<Part> {
  const now = platform.clock.now().getTime();
  const isEmbedded = platform.config.databaseUrl === undefined;
  const [noted, archive] = await Promise.all([
    isEmbedded ? readMark(platform) : readNoted(platform),
    isEmbedded ? undefined : readArchive(platform),
  ]);
  return judge({ now, isEmbedded, noted, archive });
}

interface Seen {
  readonly now: number;
  readonly isEmbedded: boolean;
  readonly noted: Noted | undefined;
  readonly archive: Archive | undefined;
}

/** What the newest backup says of itself, worst first. */
export function judge({ now, isEmbedded, noted, archive }: Seen): Part {
  if (archive?.on && archive.failed !== null && (archive.archived ?? new Date(0)) < archive.failed)
    return known(
      'bad',
      `PostgreSQL could not archive its log ${ago(now, archive.failed)}: a lost disk loses all since. Look into its log.`,
    );
  if (noted === undefined)
    return known(
      'unknown',
      isEmbedded
        ? `Nothing tells of one: touch ${markFile} in DATA_DIR when you copy it, as docs/operating.md says.`
        : 'Nothing tells of one: make one and note it with note_backup, as docs/operating.md says.',
    );
  const age = now - noted.at.getTime();
  const text = `The newest, ${noted.what}, was begun ${ago(now, noted.at)}.`;
  if (age > missedMs) return known('bad', `${text} Make one now, and have one made each night.`);
  if (age > lateMs) return known('warn', `${text} Look why there is none of last night.`);
  if (!archive?.on || archive.archived === null) return known('good', text);
  const archived = `The log was archived ${ago(now, archive.archived)}.`;
  return now - archive.archived.getTime() > archivedLateMs
    ? known('warn', `${text} ${archived} Set archive_timeout, so that a lost disk loses minutes.`)
    : known('good', `${text} ${archived}`);
}

async function readNoted({ database }: Platform): Promise<Noted | undefined> {
  const { rows } = await sql<{ at: Date; kind: 'dump' | 'base' }>`
    select began_at as at, kind from backups order by began_at desc limit 1
  `.execute(database.kysely);
  const [newest] = rows;
  return newest && { at: newest.at, what: newest.kind === 'dump' ? 'a dump' : 'a base backup' };
}

async function readMark({ config }: Platform): Promise<Noted | undefined> {
  try {
    const { mtime } = await stat(join(resolve(folders.root, config.dataDir), markFile));
    return { at: mtime, what: 'a copy of the data folder' };
  } catch {
    return undefined;
  }
}

async function readArchive({ database }: Platform): Promise<Archive | undefined> {
  const { rows } = await sql<Archive>`
    select current_setting('archive_mode') <> 'off' as on, last_archived_time as archived, last_failed_time as failed from pg_stat_archiver
  `.execute(database.kysely);
  return rows[0];
}

function ago(now: number, at: Date): string {
  const minutes = Math.max(0, Math.round((now - at.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
}
