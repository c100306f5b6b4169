import pg from 'pg';
import { durableFollowers } from '#durable-followers.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { loadConfig } from '#platform/config/load.ts';
import type { Database } from '#platform/database/database.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type DurableFollower, rebuildFollowers } from '#runtime/followers/index.ts';
import { openJournalWriter } from '#runtime/index.ts';
import { reachDatabase } from './reach-database.ts';

const undefinedTable = '42P01';
const progressEveryMs = 2_000;

/** `npm run rebuild`, or `npm run rebuild -- NAME` for one: makes the projections anew while the server is stopped; the last line says how it went. */
export async function runRebuild(names: readonly string[]): Promise<void> {
  loadEnvFile();
  try {
    const followers = chosenBy(names);
    const config = loadConfig(process.env);
    if (!config.ok) throw new StartupError(config.failure.map(({ message }) => message).join(' '));
    const { database, leave } = await reachDatabase(config.value);
    try {
      await rebuild(database, followers);
    } finally {
      await leave();
    }
  } catch (error) {
    process.exitCode = 1;
    console.log(`NOT REBUILT: ${sentenceFor(error)}`);
  }
}

/** @throws StartupError for a name that no projection has. */
function chosenBy(names: readonly string[]): readonly DurableFollower[] {
  const projections = durableFollowers.filter(({ tables }) => tables.length > 0);
  const known = projections.map(({ name }) => name);
  const effects = names.find((name) =>
    durableFollowers.some((each) => each.name === name && each.tables.length === 0),
  );
  if (effects !== undefined)
    throw new StartupError(`${effects} are told once and have no tables that could be made again.`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StartupError(`There is no projection called ${unknown}: choose from ${known.join(', ')}.`);
  return names.length === 0 ? projections : projections.filter(({ name }) => names.includes(name));
}

async function rebuild(database: Database, followers: readonly DurableFollower[]): Promise<void> {
  // The server's own lock: while it runs we do not begin, and while we rebuild it does not start.
  const lock = await openJournalWriter({ database, onLost: () => undefined, lockWaitMs: 1 }).catch(
    (error) => {
      throw error instanceof StartupError
        ? new StartupError('The server runs on this database: stop it, and rebuild then.')
        : error;
    },
  );
  try {
    const client = await database.pool.connect();
    try {
      const began = performance.now();
      let told = began;
      const { batch, event } = await rebuildFollowers(client, followers, (reached) => {
        if (performance.now() - told < progressEveryMs) return;
        told = performance.now();
        console.log(`Event ${reached.event.toLocaleString('en-US')} …`);
      });
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      const events = event.toLocaleString('en-US');
      console.log(
        `Rebuilt with all ${events} events up to batch ${batch}, in ${seconds} s: ${followers.map(({ name }) => name).join(', ')}.`,
      );
    } finally {
      client.release(true);
    }
  } finally {
    await lock.close();
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return 'The database has no projections yet: start the server once.';
  return error instanceof Error ? error.message : String(error);
}
