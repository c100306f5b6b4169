import type { Database } from '#platform/database/database.ts';
import type { Runtime } from '#platform/runtime.ts';
import { type FeeTierRecord, listFeeTiers } from '#runtime/projections/history/fee-tiers.ts';
import { firstVolumeDay, readVolumesOf, type VolumeRecord } from '#runtime/projections/history/volumes.ts';
import { dayOf } from '#runtime/projections/model/state.ts';
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
const hourMs = 3_600_000;

/** Gives every account the tier of what it traded within 30 days. Safe to repeat. Returns how many accounts have another tier now. */
export async function refreshFeeTiers(options: RefreshOptions): Promise<number> {
  const { database, now, signal } = options;
  const tiers = await listFeeTiers(database.pool);
  const accounts = await candidates(options);
  let changed = 0;
  for (let index = 0; index < accounts.length && !signal?.aborted; index += pageAccounts) {
    const page = accounts.slice(index, index + pageAccounts);
    const volumes = await readVolumesOf(database.pool, { accounts: page, fromDay: firstVolumeDay(now) });
    changed += await changeTiers(options, page, { tiers, volumes });
  }
  return changed;
}

/** Whoever traded lately may have risen, and whoever is above the lowest tier may have fallen; all others stay where they are. */
async function candidates({ database, runtime, now }: RefreshOptions): Promise<string[]> {
  const { rows } = await database.pool.query<{ account: string }>(
    'SELECT DISTINCT account FROM traded_volumes WHERE day > $1',
    [dayOf(now) - tradedDays],
  );
  const above = await runtime.read((exchange) =>
    [...exchange.accounts()].filter(({ tier }) => tier > 0).map(({ id }) => id),
  );
  return [...new Set([...rows.map(({ account }) => account), ...above])];
}

async function changeTiers(
  { runtime, now }: RefreshOptions,
  accounts: readonly string[],
  { tiers, volumes }: { tiers: readonly FeeTierRecord[]; volumes: readonly VolumeRecord[] },
): Promise<number> {
  const changes = await runtime.read((exchange) =>
    accounts.flatMap((account) => {
      const own = volumes.filter((volume) => volume.account === account);
      const tier = tierFor(tiers, volumeValue(exchange, own), exchange.coins.get(volumeCoin) ?? 0);
      const known = exchange.findAccount(account);
      return known && known.tier !== tier ? [{ account, tier }] : [];
    }),
  );
  for (const { account, tier } of changes) {
    const key = `fee-tier:${account}:${Math.floor(now / hourMs)}:${tier}`;
    await runtime.execute({ kind: 'ChangeAccount', key, account, tier });
  }
  return changes.length;
}
