import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { type Lease, leaseKeys, takeLease } from '#platform/database/lease.ts';
import type { Platform } from '#platform/platform.ts';
import { listDueChains } from '../development-chain/block-maker.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { watcherOf } from './watcher.ts';

/** Between two blocks of a development chain. */
const tickMs = 2_000;
/** Every so many turns all networks are looked at, whether or not something is known to wait there; and what is held is looked at again. */
const roundTicks = 8;
/** After a failure a network is left alone for so many turns, then twice as many, and so on. */
const pauseTicks = { min: 1, max: 30 };

/** Watches all networks and makes the blocks of the development chains, in one process at a time. */
export function runWatcher(platform: Platform): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = () => wait(tickMs, undefined, { signal }).catch(() => undefined);
  const run = async () => {
    while (!signal.aborted) {
      const lease = await takeLease(platform.database.pool, leaseKeys.walletWatch).catch(() => undefined);
      if (lease) await workWith(platform, { lease, signal, rest });
      else await rest();
    }
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function workWith(
  platform: Platform,
  { lease, signal, rest }: { lease: Lease; signal: AbortSignal; rest: () => Promise<void> },
): Promise<void> {
  const pauses = new Map<string, { ticks: number; until: number }>();
  let isLost = false;
  void lease.lost.then(() => {
    isLost = true;
  });
  try {
    for (let tick = 0; !signal.aborted && !isLost; tick += 1) {
      try {
        await turn(platform, { tick, pauses });
      } catch (err) {
        platform.log.error({ part: 'deposits', err }, 'the networks could not be watched');
      }
      await rest();
    }
  } finally {
    lease.release();
  }
}

async function turn(
  platform: Platform,
  { tick, pauses }: { tick: number; pauses: Map<string, { ticks: number; until: number }> },
): Promise<void> {
  const due = new Set(await makeBlocks(platform));
  const isRound = tick % roundTicks === 0;
  const { networks } = await readNetworks(platform);
  const held = isRound ? await listHeld(platform) : new Set<string>();
  for (const { code } of networks.values()) {
    const pause = pauses.get(code);
    if (pause ? tick < pause.until : !due.has(code) && !isRound) continue;
    const isThere = await watcherOf(platform)
      .follow(code, { review: held.has(code) })
      .catch((err: unknown) => {
        platform.log.error({ part: 'deposits', network: code, err }, 'a network could not be followed');
        return false;
      });
    const ticks = Math.min((pause?.ticks ?? 0) * 2 || pauseTicks.min, pauseTicks.max);
    if (isThere) pauses.delete(code);
    else pauses.set(code, { ticks, until: tick + ticks });
  }
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
