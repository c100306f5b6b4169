import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Runtime } from '#platform/runtime.ts';
import { dayOf, firstVolumeDay, readVolumesOf, type VolumeRecord } from '../volumes/volumes.ts';
import { type FeeTierRecord, listFeeTiers } from './fee-tiers.ts';
import { readManualTiers, whileTiersStand } from './manual-tier-rows.ts';
import { tierFor, volumeCoin, volumeValue } from './volume-value.ts';

export interface RefreshOptions {
  readonly database: Database;
  readonly runtime: Runtime;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

const pageAccounts = 500;
/** A volume grows only by trading; this leaves room for a server that was stopped over a weekend. */
const tradedDays = 4;

/**
 * Gives every account the tier of what it traded within 30 days, or the one that an operator gave it. Safe to repeat. Returns how many accounts have
 * another tier now.
 */
export async function refreshFeeTiers(options: RefreshOptions): Promise<number> {
  const accounts = await candidates(options);
  let changed = 0;
  for (let index = 0; index < accounts.length && !options.signal?.aborted; index += pageAccounts)
    changed += await refreshTiersOf(options, accounts.slice(index, index + pageAccounts));
  return changed;
}

export async function refreshTiersOf(options: RefreshOptions, accounts: readonly string[]): Promise<number> {
  const { database, now } = options;
  return whileTiersStand(database.kysely, async (transaction) => {
    const tiers = await listFeeTiers(transaction);
    const volumes = await readVolumesOf(transaction, { accounts, fromDay: firstVolumeDay(now) });
    return changeTiers(options, accounts, { tiers, volumes, manual: await readManualTiers(transaction) });
  });
}

/** Whoever traded lately may have risen, and whoever is above the lowest tier may have fallen; all others stay where they are, but for those whose tier by hand did not arrive. */
async function candidates({ database, runtime, now }: RefreshOptions): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct account from traded_volumes where day > ${dayOf(now) - tradedDays}
  `.execute(database.kysely);
  const above = await runtime.read((exchange) =>
    [...exchange.accounts()].filter(({ tier }) => tier > 0).map(({ id }) => id),
  );
  const manual = await readManualTiers(database.kysely);
  return [...new Set([...rows.map(({ account }) => account), ...above, ...manual.keys()])];
}

interface Grounds {
  readonly tiers: readonly FeeTierRecord[];
  readonly volumes: readonly VolumeRecord[];
  /** By account. */
  readonly manual: ReadonlyMap<string, number>;
}

async function changeTiers(
  { runtime }: RefreshOptions,
  accounts: readonly string[],
  { tiers, volumes, manual }: Grounds,
): Promise<number> {
  const changes = await runtime.read((exchange) =>
    accounts.flatMap((account) => {
      const own = volumes.filter((volume) => volume.account === account);
      const earned = () => tierFor(tiers, volumeValue(exchange, own), exchange.coins.get(volumeCoin) ?? 0);
      const tier = manual.get(account) ?? earned();
      const known = exchange.findAccount(account);
      return known && known.tier !== tier ? [{ account, tier }] : [];
    }),
  );
  // Without a key: nobody repeats them, and a table that moves many accounts would push clients' order ids out of those that are remembered.
  for (const { account, tier } of changes)
    await runtime.execute({ kind: 'ChangeAccount', key: null, account, tier });
  return changes.length;
}
