import type { CommittedBatch } from '#platform/runtime.ts';
import { MarketDefinitions, tradeSides } from '#runtime/followers/index.ts';
import { dayOf } from './volumes.ts';

export interface ProjectedVolume {
  readonly account: string;
  readonly day: number;
  readonly coin: string;
  volume: bigint;
}

/** What every account traded on a day, by quote coin. What is missing here is in the database or nothing yet: it is fetched before the batch is applied. */
export class VolumesFold {
  readonly markets: MarketDefinitions;
  readonly volumes = new Map<string, ProjectedVolume>();
  #changed = new Set<ProjectedVolume>();

  constructor(markets = new MarketDefinitions()) {
    this.markets = markets;
  }

  apply({ events }: CommittedBatch): void {
    for (const event of events) {
      if (event.kind === 'MarketOpened') this.markets.open(event.definition);
      if (event.kind !== 'TradeExecuted') continue;
      const coin = this.markets.quoteOf(event.market);
      for (const { account, total } of tradeSides(event, coin)) {
        const volume = this.volume({ account, coin, day: dayOf(event.executedAt) });
        volume.volume += total;
        this.#changed.add(volume);
      }
    }
  }

  /** What changed since this was last asked for. */
  takeChanges(): ReadonlySet<ProjectedVolume> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  volume(place: Pick<ProjectedVolume, 'account' | 'coin' | 'day'>): ProjectedVolume {
    const key = volumeKey(place);
    let volume = this.volumes.get(key);
    if (!volume) {
      volume = { ...place, volume: 0n };
      this.volumes.set(key, volume);
    }
    return volume;
  }
}

/** No account or coin has a line break in its name. */
export const volumeKey = ({ account, coin, day }: Pick<ProjectedVolume, 'account' | 'coin' | 'day'>) =>
  `${account}\n${coin}\n${day}`;
