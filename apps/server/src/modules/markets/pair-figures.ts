import type { PairVolume } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';

/** Reads what trading has made of every pair that people may see. */
type ReadFigures = () => Promise<readonly PairVolume[]>;

const sources = new WeakMap<Platform, ReadFigures>();

/** Called once by whoever follows the trades: this room knows what a pair is, and not what it costs. */
export function setPairFigures(platform: Platform, read: ReadFigures): void {
  sources.set(platform, read);
}

/** By pair code; empty where nobody follows the trades. */
export async function readPairFigures(platform: Platform): Promise<ReadonlyMap<string, PairVolume>> {
  const figures = (await sources.get(platform)?.()) ?? [];
  return new Map(figures.map((pair) => [pair.code, pair]));
}
