import pg from 'pg';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readConfig } from '#platform/config/load.ts';
import type { Config } from '#platform/config/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { isSealedWith, replaceSeal, requireSecret, type Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { openJournalWriter } from '#runtime/index.ts';
import { modules } from '../modules.ts';
import { reachDatabase } from './reach-database.ts';

const undefinedTable = '42P01';

/** `npm run rotate-secret`: brings everything that is sealed over from FORMER_SECRET to SECRET, while the server is stopped; the last line says how it went. */
export async function runRotateSecret(): Promise<void> {
  loadEnvFile();
  try {
    const config = readConfig(process.env);
    const { database, leave } = await reachDatabase(config);
    try {
      for (const line of await rotate(database, config)) console.log(line);
    } finally {
      await leave();
    }
  } catch (error) {
    process.exitCode = 1;
    console.log(`NOT ROTATED: ${sentenceFor(error)}`);
  }
}

async function rotate(database: Database, config: Config): Promise<string[]> {
  // The server's own lock: while it runs we do not begin, and while we rotate it does not start.
  const lock = await openJournalWriter({ database, onLost: () => undefined, lockWaitMs: 1 }).catch(
    (error) => {
      throw error instanceof StartupError
        ? new StartupError('The server runs on this database: stop it, and rotate then.')
        : error;
    },
  );
  try {
    const to: Secret = { secret: config.secret };
    if (await isSealedWith(database.kysely, to))
      return ['Nothing to do: the database is sealed with SECRET already. Remove FORMER_SECRET.'];
    if (config.formerSecret === undefined)
      throw new StartupError('Set FORMER_SECRET to the secret until now, and SECRET to the one from now on.');
    const from: Secret = { secret: config.formerSecret };
    // All of it or nothing: a database that is half sealed would be lost.
    const told = await database.kysely.transaction().execute(async (transaction) => {
      await requireSecret(transaction, { secret: from, modules, setting: 'FORMER_SECRET' });
      const lines: string[] = [];
      for (const { secrets } of modules)
        if (secrets) lines.push(...(await secrets.rotate(transaction, { from, to })));
      await replaceSeal(transaction, to);
      return lines;
    });
    return [...told, 'Rotated: remove FORMER_SECRET and start the server.'];
  } finally {
    await lock.close();
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return 'The database is not of this release: start the server once, with the secret until now.';
  return error instanceof Error ? error.message : String(error);
}
