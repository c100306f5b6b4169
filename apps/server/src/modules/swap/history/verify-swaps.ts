import { compared, projectionPart, TableDigest, type VerifyPart } from '#runtime/followers/index.ts';
import { swapHistory } from './swaps.ts';
import { swapsOf, swapsTable } from './swaps-follower.ts';

/** Swaps against the journal. */
export function swapsPart(): VerifyPart {
  const swaps = new TableDigest(swapsTable, ({ id }) => id);
  return projectionPart({
    name: 'Projected swaps',
    follower: swapHistory,
    onBatch: (batch) => {
      for (const swap of swapsOf(batch)) swaps.add(swap);
    },
    tables: () => [compared({ writer: swapsTable, digest: swaps, range: 'id' })],
  });
}
