import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly isNumeric?: boolean;
  /**
   * Its place in the folded row of a phone, which has two columns and at most three lines: 1 and 2 are the first line. Where none is marked, the first four
   * columns are shown.
   */
  readonly main?: 1 | 2 | 3 | 4 | 5 | 6;
  /** Words of people, of any length: they wrap, in a column wide enough to be read. Everything else stands in one line. */
  readonly isText?: boolean;
  /** Shown once somebody asks for it. */
  readonly isHidden?: boolean;
}
