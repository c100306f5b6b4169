import { compared, projectionPart } from '#runtime/verify/projection-part.ts';
import { TableDigest } from '#runtime/verify/row-digest.ts';
import type { VerifyPart } from '#runtime/verify/verify-part.ts';
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
