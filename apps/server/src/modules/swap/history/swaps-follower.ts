import { insertRows, type TableWriter } from '#platform/database/insert-rows.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { type DurableFollower, walkEvents } from '#runtime/followers/index.ts';
import { type SwapRecord, swapHistory } from './swaps.ts';

export const swapsTable: TableWriter<SwapRecord> = {
  table: 'swaps',
  columns: [
    ['id', 'bigint', ({ id }) => id],
    ['account', 'text', ({ account }) => account],
    ['from_coin', 'text', ({ from }) => from],
    ['to_coin', 'text', ({ to }) => to],
    ['given', 'numeric', ({ given }) => given],
    ['received', 'numeric', ({ received }) => received],
    ['order_ids', 'bigint[]', ({ orderIds }) => `{${orderIds.join(',')}}`],
    ['swapped_at', 'bigint', ({ swappedAt }) => swappedAt],
  ],
};

/** The swaps of a batch, each under the number of its command. */
export function swapsOf(batch: CommittedBatch): SwapRecord[] {
  const swaps: SwapRecord[] = [];
  walkEvents(batch, (event, { sequence: id, at: swappedAt }) => {
    if (event.kind !== 'SwapExecuted') return;
    const { account, from, to, given, received, orderIds } = event;
    swaps.push({ id, account, from, to, given, received, orderIds, swappedAt });
  });
  return swaps;
}

export const swapsFollower: DurableFollower = {
  name: swapHistory,
  version: 1,
  tables: ['swaps'],
  open: () => {
    let swaps: SwapRecord[] = [];
    return {
      apply: (batch) => void swaps.push(...swapsOf(batch)),
      write: async (client) => {
        await insertRows(client, swapsTable, swaps);
        swaps = [];
      },
    };
  },
};
