import type { PairVolume } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';

/** What trading has made of a pair. Its volume is null as long as nobody knows it, which is another thing than no volume. */
export type PairFigures = Omit<PairVolume, 'volume'> & { readonly volume: string | null };

/** Reads them for every pair that people may see. */
type ReadFigures = () => Promise<readonly PairFigures[]>;

/** Who reads them, once somebody follows the trades: this room knows what a pair is, and not what it costs. */
export const pairFiguresSource = defineService('the figures of pairs', (): { read?: ReadFigures } => ({}));

export function setPairFigures(platform: Platform, read: ReadFigures): void {
  pairFiguresSource(platform).read = read;
}

/** As people are shown them: to them a volume that is not known yet is none. */
export function figuresOnWire(figures: PairFigures): PairVolume {
  return { ...figures, volume: figures.volume ?? '0' };
}

/** By pair code; empty where nobody follows the trades. */
export async function readPairFigures(platform: Platform): Promise<ReadonlyMap<string, PairFigures>> {
  const figures = (await pairFiguresSource(platform).read?.()) ?? [];
  return new Map(figures.map((pair) => [pair.code, pair]));
}
