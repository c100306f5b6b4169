import pg from 'pg';
import { newAdministratorLink } from '#modules/bootstrap/index.ts';
import { loadSettings } from '#modules/exchange-settings/index.ts';
import { startRecovery } from '#modules/recovery/index.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readConfig } from '#platform/config/load.ts';
import type { Config } from '#platform/config/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { jobsToAdd } from '#platform/jobs/open-jobs.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import { operatorCommand } from '#platform/operator-command.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { reachDatabase } from './reach-database.ts';

const undefinedTable = '42P01';

interface Reached {
  readonly database: Database;
  readonly config: Config;
}

/**
 * `npm run admin -- create`: prints the link that makes the first administrator. `npm run admin -- recover NAME`: prints the link by which a member of staff gets
 * back into an account. Both work whether the server runs or not.
 */
export async function runAdmin(words: readonly string[]): Promise<void> {
  loadEnvFile();
  try {
    const work = workOf(words);
    const config = readConfig(process.env);
    const { database, leave } = await reachDatabase(config);
    try {
      for (const line of await work({ database, config })) console.log(line);
    } finally {
      await leave();
    }
  } catch (error) {
    process.exitCode = 1;
    console.log(sentenceFor(error));
  }
}

/** @throws StartupError for words that are no command. */
function workOf([command, name, ...more]: readonly string[]): (reached: Reached) => Promise<string[]> {
  if (command === 'create' && name === undefined) return create;
  if (command === 'recover' && name !== undefined && more.length === 0)
    return (reached) => recover(reached, name);
  throw new StartupError(
    `Say: ${operatorCommand('admin', 'create')} for the first administrator, or ${operatorCommand('admin', 'recover', 'NAME')} for a member of staff who lost the authenticator or the mailbox.`,
  );
}

async function create({ database, config }: Reached): Promise<string[]> {
  const link = await newAdministratorLink({ database, config, clock: { now: () => new Date() } });
  if (link === undefined)
    throw new StartupError(
      `There is an administrator already, who can give roles to others. For a lost authenticator or mailbox: ${operatorCommand('admin', 'recover', 'NAME')}`,
    );
  return [
    'The first administrator is made with this link. It works once, for 24 hours. Earlier links are invalid:',
    link,
  ];
}

async function recover({ database, config }: Reached, name: string): Promise<string[]> {
  const clock = { now: () => new Date() };
  await loadSettings({ database, config }, { isReading: true });
  const messages = createMessages({ database, config, jobs: jobsToAdd(database) });
  const done = await startRecovery({ database, config, clock, messages }, name);
  const { username, link, sessions, proposals, staffTold } = done;
  return [
    `Recovery link of ${username}. It works once, until ${minuteOf(done.expiresAt)} UTC, and is not shown again:`,
    link,
    '',
    `Sessions ended: ${sessions}. Proposals made void: ${proposals}. Staff told by mail: ${staffTold}.`,
    `The account ${username} cannot log in until the link is used. If the link expires, run this command again.`,
    `Payouts rest until ${minuteOf(done.payoutsRestUntil)} UTC, and for 24 hours from when the link is used.`,
  ];
}

const minuteOf = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');

function sentenceFor(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return 'The database is not of this release: start the server once.';
  return error instanceof Error ? error.message : String(error);
}
