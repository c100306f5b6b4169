import pg from 'pg';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { loadConfig } from '#platform/config/load.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { renderReport, verifyJournal } from '#runtime/index.ts';
import { modules } from '../modules.ts';
import { reachDatabase } from './reach-database.ts';
import { verifyParts } from './verify-parts.ts';
import { sealsPart } from './verify-seals.ts';

const undefinedTable = '42P01';

/** `npm run verify`: exit status 0 only when everything agrees with the journal; the last line says which. */
export async function runVerify(): Promise<void> {
  loadEnvFile();
  try {
    process.exitCode = (await verify()) ? 0 : 1;
  } catch (error) {
    process.exitCode = 1;
    console.log(`NOT VERIFIED: ${sentenceFor(error)}`);
  }
}

async function verify(): Promise<boolean> {
  const config = loadConfig(process.env);
  if (!config.ok) throw new StartupError(config.failure.map(({ message }) => message).join(' '));
  const { database, leave } = await reachDatabase(config.value);
  try {
    const report = await verifyJournal(database.pool, [
      ...verifyParts(),
      sealsPart({ secret: config.value.secret }, modules),
    ]);
    for (const line of renderReport(report)) console.log(line);
    return report.ok;
  } finally {
    await leave();
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return 'The database has no journal yet: start the server once.';
  return error instanceof Error ? error.message : String(error);
}
