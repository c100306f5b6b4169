import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#platform/config/schema.ts';
import { connectDatabase, type Database } from '#platform/database/database.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { folders } from '#platform/folders.ts';
import { isRelease } from '#platform/operator-command.ts';
import { lockDataFolder } from '#platform/startup/data-folder-lock.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

const inClone = 'Set DATA_DIR or DATABASE_URL as the server has it, or start the server once.';
const inRelease =
  'A command needs the settings of the server: from /etc/emporion/emporion.env, the file after --env-file, or the shell. If they are right, start the server once.';

export interface ReachedDatabase {
  readonly database: Database;
  /** Leaves everything as it was found: what we started, we stop. */
  leave(): Promise<void>;
}

/**
 * The server's database, whether the server runs or not: the one of `DATABASE_URL`, or the embedded one of a running server, or that same one
 * started for as long as we need it.
 *
 * @throws StartupError when there is none.
 */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  if (config.databaseUrl) return connect(config.databaseUrl);
  const dataFolder = resolve(folders.root, config.dataDir);
  if (!existsSync(join(dataFolder, 'postgres'))) {
    throw new StartupError(
      `There is no database in ${dataFolder}, and DATABASE_URL names none. ${isRelease ? inRelease : inClone}`,
    );
  }
  const release = lockUnlessRunning(dataFolder);
  if (!release) {
    const url = findRunningPostgres(dataFolder);
    if (url) return connect(url);
    throw new StartupError(
      `The server on ${dataFolder} is just starting or stopping: try again in a moment.`,
    );
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataFolder });
    try {
      const { database, leave } = await connect(postgres.url);
      const stop = async () => {
        await leave();
        await postgres.stop();
        release();
      };
      return { database, leave: stop };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
}

async function connect(url: string): Promise<ReachedDatabase> {
  const database = await connectDatabase(url, { connectionsMax: 2 });
  return { database, leave: () => database.close() };
}

/** Undefined when a live server holds the folder. */
function lockUnlessRunning(dataFolder: string): (() => void) | undefined {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}
