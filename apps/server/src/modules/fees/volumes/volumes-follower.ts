import type pg from 'pg';
import { insertRows, type TableWriter } from '#platform/database/insert-rows.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import {
  cachedRowsMax,
  type DurableFollower,
  MarketDefinitions,
  marketsTable,
  readMarketDefinitions,
} from '#runtime/followers/index.ts';
import { dayOf, volumeHistory } from './volumes.ts';
import { type ProjectedVolume, VolumesFold, volumeKey } from './volumes-fold.ts';

export const volumeMarketsTable = marketsTable('volume_markets');

export const volumesTable: TableWriter<ProjectedVolume> = {
  table: 'traded_volumes',
  columns: [
    ['account', 'text', ({ account }) => account],
    ['day', 'integer', ({ day }) => day],
    ['coin', 'text', ({ coin }) => coin],
    ['volume', 'numeric', ({ volume }) => volume],
  ],
  key: ['account', 'day', 'coin'],
};

/** What every account traded, day by day: fee tiers go by it. */
export const volumesFollower: DurableFollower = {
  name: volumeHistory,
  version: 1,
  tables: ['traded_volumes', 'volume_markets'],
  open: async (client) => {
    const fold = new VolumesFold(
      new MarketDefinitions(await readMarketDefinitions(client, volumeMarketsTable)),
    );
    return {
      hydrate: (connection, batches) => fetchVolumes(connection, fold, batches),
      apply: (batch) => fold.apply(batch),
      write: async (connection) => {
        await fold.markets.write(connection, volumeMarketsTable);
        await insertRows(connection, volumesTable, fold.takeChanges());
      },
      trim: () => {
        if (fold.volumes.size > cachedRowsMax) fold.volumes.clear();
      },
    };
  },
};

type Place = Pick<ProjectedVolume, 'account' | 'coin' | 'day'>;

/** Fetches the volumes that the batches are going to change. */
async function fetchVolumes(
  client: pg.ClientBase,
  fold: VolumesFold,
  batches: readonly CommittedBatch[],
): Promise<void> {
  const missing = missingVolumes(fold, batches);
  if (missing.length === 0) return;
  const { rows } = await client.query<Place & { volume: string }>(
    `SELECT account, coin, day, volume::text FROM traded_volumes
     WHERE (account, day, coin) IN (SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]))`,
    [missing.map(({ account }) => account), missing.map(({ day }) => day), missing.map(({ coin }) => coin)],
  );
  for (const { volume, ...place } of rows) fold.volume(place).volume = BigInt(volume);
}

function missingVolumes({ volumes, markets }: VolumesFold, batches: readonly CommittedBatch[]): Place[] {
  const missing = new Map<string, Place>();
  const opened = new Map<string, string>();
  for (const { events } of batches) {
    for (const event of events) {
      if (event.kind === 'MarketOpened') opened.set(event.definition.market, event.definition.quote);
      if (event.kind !== 'TradeExecuted') continue;
      const coin = opened.get(event.market) ?? markets.quoteOf(event.market);
      for (const account of [event.makerAccount, event.takerAccount]) {
        const place = { account, coin, day: dayOf(event.executedAt) };
        const key = volumeKey(place);
        if (!volumes.has(key)) missing.set(key, place);
      }
    }
  }
  return [...missing.values()];
}
