import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly isNumeric?: boolean;
  /** Of the at most four that a folded row shows on a phone. Where none is marked, those are the first ones. */
  readonly isMain?: boolean;
  /** Shown once somebody asks for it. */
  readonly isHidden?: boolean;
}
