import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#platform/config/schema.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { folders } from '#platform/folders.ts';
import type { Closers } from '#platform/startup/closers.ts';
import { lockDataFolder } from '#platform/startup/data-folder-lock.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { connectDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { isFull } from './out-of-space.ts';
import { requireRoom } from './require-room.ts';

interface Opening {
  readonly config: Config;
  readonly announce: (line: string) => void;
  readonly closers: Closers;
  /** Called when the database is gone for good while we run. */
  readonly onLost: (cause: unknown) => void;
}

/**
 * Opens the database that the configuration names, or else the embedded one, and brings its tables up to date.
 *
 * @throws StartupError when it cannot be used.
 */
export async function openDatabase(opening: Opening): Promise<Database> {
  const { config, announce, closers } = opening;
  const url = config.databaseUrl ?? (await startOwnPostgres(opening));
  const database = await connectDatabase(url);
  closers.add('the database connections', () => database.close());
  await requireRoom(database.pool);
  const applied = await migrate(database.pool, folders.migrations);
  if (applied.length > 0) announce(`Database migrated: ${applied.length} new.`);
  return database;
}

/** Takes the data folder and starts the embedded PostgreSQL on it; returns its address. @throws StartupError when it cannot be used. */
export async function startOwnPostgres({ config, announce, closers, onLost }: Opening): Promise<string> {
  const dataFolder = resolve(folders.root, config.dataDir);
  closers.add('the data folder', takeFolder(dataFolder));
  requireChoice(config, dataFolder);
  announce('Starting PostgreSQL …');
  const postgres = await startEmbeddedPostgres({ dataFolder });
  announce(`The database lives in ${postgres.cluster}.`);
  let wanted = true;
  closers.add('PostgreSQL', () => {
    wanted = false;
    return postgres.stop();
  });
  void postgres.ended.then(() => {
    // Without its database the server can promise nothing: it stops, and the next start recovers.
    if (wanted)
      onLost(
        explainFullDisk(config) ??
          new StartupError('The embedded PostgreSQL ended unexpectedly: start again, and it recovers.'),
      );
  });
  return postgres.url;
}

/**
 * A new production must choose the embedded database, which has no pg_dump; it is never taken because a line is
 * missing. An installation whose data is already there continues, with a warning from the configuration.
 */
function requireChoice({ production, embeddedDatabase }: Config, dataFolder: string): void {
  if (!production || embeddedDatabase) return;
  if (lstatSync(join(dataFolder, 'postgres'), { throwIfNoEntry: false }) !== undefined) return;
  throw new StartupError(
    `DATABASE_URL is not set. Set it to a PostgreSQL of your own, which can be backed up while the server runs; or write EMBEDDED_DATABASE=true to keep the data in ${dataFolder} in the embedded PostgreSQL, for which there is no pg_dump.`,
  );
}

/** The sentence for whoever finds the embedded database stopped; undefined while its disk has room. */
export function explainFullDisk({ databaseUrl, dataDir }: Config): StartupError | undefined {
  if (databaseUrl !== undefined) return undefined;
  const cluster = join(resolve(folders.root, dataDir), 'postgres');
  if (!isFull(cluster)) return undefined;
  return new StartupError(
    `The disk of the database (${cluster}) is full, so the server stopped: free some space, and start again. Nothing that was acknowledged is lost.`,
  );
}

/** Step by step: the recursive form of `mkdir` never ends below a folder such as /proc, where nothing can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    // Fails when it is a file.
    readdirSync(folder);
    return;
  }
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function takeFolder(dataFolder: string): () => void {
  try {
    const isNew = !existsSync(dataFolder);
    makeFolder(dataFolder);
    if (isNew) chmodSync(dataFolder, 0o700);
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new StartupError(
      `The data folder ${dataFolder} cannot be used (${error.message}): set DATA_DIR to a folder that you may write to.`,
    );
  }
}
