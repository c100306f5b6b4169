import pg from 'pg';
import { newAdministratorLink } from '#modules/bootstrap/index.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readConfig } from '#platform/config/load.ts';
import { operatorCommand } from '#platform/operator-command.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { reachDatabase } from './reach-database.ts';

const undefinedTable = '42P01';

/** `npm run admin -- create`: prints the link that makes the first administrator, whether the server runs or not. */
export async function runAdmin(words: readonly string[]): Promise<void> {
  loadEnvFile();
  try {
    if (words.length !== 1 || words[0] !== 'create')
      throw new StartupError(`Say: ${operatorCommand('admin', 'create')}`);
    const config = readConfig(process.env);
    const { database, leave } = await reachDatabase(config);
    try {
      const link = await newAdministratorLink({ database, config, clock: { now: () => new Date() } });
      if (link === undefined)
        throw new StartupError('There is an administrator already, who can give roles to others.');
      console.log(
        `The first administrator is made with this link. It counts once, for a day, and earlier ones count no more:\n${link}`,
      );
    } finally {
      await leave();
    }
  } catch (error) {
    process.exitCode = 1;
    console.log(sentenceFor(error));
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return 'The database is not of this release: start the server once.';
  return error instanceof Error ? error.message : String(error);
}
