import { compared, projectionPart, TableDigest, type VerifyPart } from '#runtime/followers/index.ts';
import { volumeHistory } from './volumes.ts';
import { VolumesFold } from './volumes-fold.ts';
import { volumeMarketsTable, volumesTable } from './volumes-follower.ts';

/** Traded volumes against the journal. */
export function volumesPart(): VerifyPart {
  const fold = new VolumesFold();
  return projectionPart({
    name: 'Projected volumes',
    follower: volumeHistory,
    onBatch: (batch) => {
      fold.apply(batch);
      fold.takeChanges();
    },
    tables: () => [
      compared({
        writer: volumesTable,
        digest: TableDigest.of(volumesTable, fold.volumes.values()),
        range: '0',
      }),
      compared({
        writer: volumeMarketsTable,
        digest: TableDigest.of(volumeMarketsTable, fold.markets.known.values()),
        range: '0',
      }),
    ],
  });
}
