import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { lockKeys } from '#platform/database/lease.ts';
import { repeatUnderLease } from '#platform/database/repeat-under-lease.ts';
import type { Platform } from '#platform/platform.ts';
import { listDueChains } from '../development-chain/block-maker.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { AnotherHistory } from './chain-watch.ts';
import { watcherOf } from './watcher.ts';

/** Between two blocks of a development chain. */
const tickMs = 2_000;
/** Every so many turns all networks are looked at, whether or not something is known to wait there; and what is held is looked at again. */
const roundTicks = 8;
/** After a failure a network is left alone for so many turns, then twice as many, and so on. */
const pauseTicks = { min: 1, max: 30 };

/** Watches all networks and makes the blocks of the development chains, in one process at a time. */
export function runWatcher(platform: Platform): { stop(): Promise<void> } {
  const pauses = new Map<string, Pause>();
  return repeatUnderLease({
    ...{ pool: platform.database.pool, key: lockKeys.walletWatch, intervalMs: tickMs },
    ...{ part: 'deposits', log: platform.log },
    work: (tick, signal) => {
      if (tick === 0) pauses.clear();
      return turn(platform, { tick, pauses, signal });
    },
  });
}

interface Pause {
  readonly ticks: number;
  readonly until: number;
}

async function turn(
  platform: Platform,
  { tick, pauses, signal }: { tick: number; pauses: Map<string, Pause>; signal: AbortSignal },
): Promise<void> {
  const due = new Set(await makeBlocks(platform));
  const isRound = tick % roundTicks === 0;
  const { networks } = await readNetworks(platform);
  const held = isRound ? await listHeld(platform) : new Set<string>();
  const follow = async (code: string): Promise<void> => {
    const pause = pauses.get(code);
    if (pause ? tick < pause.until : !due.has(code) && !isRound) return;
    const isThere = await watcherOf(platform)
      .follow(code, { review: held.has(code), signal })
      .catch((err: unknown) => {
        if (signal.aborted || err instanceof AnotherHistory) return false;
        platform.log.error({ part: 'deposits', network: code, err }, 'a network could not be followed');
        return false;
      });
    const ticks = Math.min((pause?.ticks ?? 0) * 2 || pauseTicks.min, pauseTicks.max);
    if (isThere && isRound)
      await watcherOf(platform)
        .findUnrecognised(code)
        .catch((err: unknown) => {
          platform.log.error({ part: 'deposits', network: code, err }, 'balances could not be compared');
        });
    if (isThere) pauses.delete(code);
    else pauses.set(code, { ticks, until: tick + ticks });
  };
  // Side by side: a node that takes its time keeps nobody else waiting.
  await Promise.all([...networks.keys()].map(follow));
}

async function makeBlocks(platform: Platform): Promise<string[]> {
  const { networks } = await readNetworks(platform);
  const due = await listDueChains(platform.database.kysely);
  for (const code of due) {
    const network = networks.get(code);
    if (network?.family === 'development') await (await chainsOf(platform).development(network)).mine();
  }
  return due;
}

async function listHeld({ database }: Platform): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ network: string }>`
    select distinct network from deposits where status = 'held'
  `.execute(database.kysely);
  return new Set(rows.map(({ network }) => network));
}
