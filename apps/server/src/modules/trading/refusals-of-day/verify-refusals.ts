import type { TableWriter } from '#platform/database/insert-rows.ts';
import { compared, projectionPart, TableDigest, type VerifyPart } from '#runtime/verify/index.ts';
import { countRefusals, type RefusalCounts, refusalHistory } from './refusal-counts.ts';

interface RefusalRow {
  readonly day: number;
  readonly account: string;
  readonly refused: number;
}

const refusalsTable: TableWriter<RefusalRow> = {
  table: 'refusals_of_day',
  columns: [
    ['day', 'integer', ({ day }) => day],
    ['account', 'text', ({ account }) => account],
    ['refused', 'integer', ({ refused }) => refused],
  ],
};

/** The refusals of the newest day against the journal. */
export function refusalsPart(): VerifyPart {
  const counts: RefusalCounts = { day: 0, byAccount: new Map() };
  const rows = () =>
    [...counts.byAccount].map(([account, refused]) => ({ day: counts.day, account, refused }));
  return projectionPart({
    name: 'Projected refusals',
    follower: refusalHistory,
    onBatch: (batch) => countRefusals(counts, batch),
    tables: () => [
      compared({ writer: refusalsTable, digest: TableDigest.of(refusalsTable, rows()), range: '0' }),
    ],
  });
}
