import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly isNumeric?: boolean;
  /** Shown once somebody asks for it. */
  readonly isHidden?: boolean;
}
