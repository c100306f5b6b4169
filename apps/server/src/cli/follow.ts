import { resolve } from 'node:path';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readConfig } from '#platform/config/load.ts';
import type { Config } from '#platform/config/schema.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/running.ts';
import { folders } from '#platform/folders.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { startFollower } from '../follower.ts';
import { modules } from '../modules.ts';
import { type RunningServer, runUntilEnded } from '../run-process.ts';

/** `npm run follow`: a second process beside a running server, until a signal ends it or it finds that the two disagree. */
export async function runFollow(): Promise<void> {
  loadEnvFile();
  await runUntilEnded(follow);
}

async function follow(): Promise<RunningServer> {
  const config = readConfig(process.env);
  const database = await connectDatabase(databaseOf(config), { connectionsMax: 4 });
  try {
    const announce = (line: string) => console.log(line);
    const server = await startFollower({ config, database, modules, announce });
    const close = <Value>(value: Value) => database.close().then(() => value);
    return { ...server, ended: server.ended.then(close) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Never one that is started for us: what the running server has is its own. */
function databaseOf(config: Config): string {
  const url = config.databaseUrl ?? findRunningPostgres(resolve(folders.root, config.dataDir));
  if (url === undefined)
    throw new StartupError(
      'No server runs whose journal could be followed: start it first, with the same DATA_DIR or DATABASE_URL.',
    );
  return url;
}
