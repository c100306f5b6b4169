import type { ExportTable } from '../export-table.ts';

/** A table whose rows are counted before the first of them is read. */
export interface CountedTable {
  readonly count: number;
  /** Its rows end when the signal says that nobody wants them any more. */
  table(signal: AbortSignal): ExportTable;
}
