import type { Platform } from '#platform/platform.ts';
import { onSettings, settingsOf } from './exchange-settings.ts';

/** What every open page wants to know at once when it changes. */
export interface PublicStatus {
  readonly maintenance: boolean;
  /** Changes with the bars above the pages. Null: there is none. */
  readonly announced: string | null;
  /** Changes with the coins, the pairs and their switches. Null: this process does not follow them. */
  readonly markets: string | null;
}

type Statuses = Pick<Platform, 'config' | 'database'>;

interface Kept {
  announced: string | null;
  markets: string | null;
  readonly listeners: Set<() => void>;
}

/** One memory per database, as with the settings. */
const memories = new WeakMap<Platform['database'], Kept>();

function keptOf({ database }: Pick<Platform, 'database'>): Kept {
  const kept = memories.get(database) ?? { announced: null, markets: null, listeners: new Set() };
  memories.set(database, kept);
  return kept;
}

export function publicStatusOf(platform: Statuses): PublicStatus {
  return {
    maintenance: platform.config.maintenance || settingsOf(platform).maintenance,
    announced: keptOf(platform).announced,
    markets: keptOf(platform).markets,
  };
}

/** For the module that knows the announcements. */
export function setAnnounced(platform: Pick<Platform, 'database'>, announced: string | null): void {
  change(keptOf(platform), 'announced', announced);
}

/** For the module that knows the coins and pairs. */
export function setMarketsRevision(platform: Pick<Platform, 'database'>, revision: string): void {
  change(keptOf(platform), 'markets', revision);
}

function change(kept: Kept, name: 'announced' | 'markets', value: string | null): void {
  if (kept[name] === value) return;
  kept[name] = value;
  for (const listener of [...kept.listeners]) listener();
}

/** Hears of every change of the status that this process learns of. Answers how to stop. */
export function onPublicStatus(platform: Statuses, listener: (status: PublicStatus) => void): () => void {
  const { listeners } = keptOf(platform);
  const tell = () => listener(publicStatusOf(platform));
  listeners.add(tell);
  const stop = onSettings(platform, (settings, before) => {
    if (settings.maintenance !== before.maintenance) tell();
  });
  return () => {
    stop();
    listeners.delete(tell);
  };
}
