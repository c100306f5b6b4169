import { join, resolve } from 'node:path';
import type { Health } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { freeBytes } from '#platform/database/out-of-space.ts';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';

type Part = Health['parts'][number];

const gigabyte = 2 ** 30;
const low = 5 * gigabyte;
const spent = gigabyte;

interface SeenDisk {
  /** Room on the disk of the database; undefined where this server cannot see it. */
  readonly free: number | undefined;
  readonly place: 'embedded' | 'here' | 'elsewhere';
}

/** The disk that the database writes to. */
export async function diskPart(platform: Pick<Platform, 'config' | 'database'>): Promise<Part> {
  return judgeDisk(await seeDisk(platform));
}

async function seeDisk({ config, database }: Pick<Platform, 'config' | 'database'>): Promise<SeenDisk> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined)
    return { place: 'embedded', free: freeBytes(join(resolve(folders.root, dataDir), 'postgres')) };
  if (!isThisMachine(databaseUrl)) return { place: 'elsewhere', free: undefined };
  const folder = await sql<{ folder: string }>`select current_setting('data_directory') as folder`
    .execute(database.kysely)
    .then(
      ({ rows }) => rows[0]?.folder,
      // Its user may not read that setting.
      () => undefined,
    );
  return { place: 'here', free: folder === undefined ? undefined : freeBytes(folder) };
}

/** Whether a database address leads to this machine: by a loopback address or a Unix socket. */
export function isThisMachine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return (
    host === '' || host === 'localhost' || host === '[::1]' || host.startsWith('127.') || host[0] === '/'
  );
}

export function judgeDisk({ free, place }: SeenDisk): Part {
  const part = (state: Part['state'], text: string): Part => ({ part: 'disk', name: null, state, text });
  if (free !== undefined)
    return part(
      free < spent ? 'bad' : free < low ? 'warn' : 'good',
      `${(free / gigabyte).toFixed(1)} GB are free on the disk of the database.`,
    );
  return part(
    'unknown',
    place === 'elsewhere'
      ? 'The database is on another machine, whose disk this server cannot see: watch it there.'
      : 'The folder of the database cannot be seen. Run `grant pg_read_all_settings to` the user of DATABASE_URL, or watch the disk yourself.',
  );
}
