import type { ReactNode } from 'react';

interface ColumnLook {
  label: string;
  /** Classes of the heading and of every cell. */
  class?: string;
  /** Classes of the cells only. */
  tdClass?: string;
  /** In the compact layout the label stands before the value unless this is false. */
  showLabelInShrinkedView?: boolean;
  /** Its heading sorts the table. */
  sortable?: boolean;
}

type FieldColumn<Row, Key extends keyof Row> = ColumnLook & {
  key: Key;
  formatter?: (value: Row[Key], row: Row) => ReactNode;
};

/** A column that belongs to the whole row: its buttons, for example. */
type RowColumn<Row> = ColumnLook & {
  key: `row:${string}`;
  formatter: (value: undefined, row: Row) => ReactNode;
};

/** A column shows one field of a row, through its formatter if it has one. */
export type TableColumn<Row> =
  | { [Key in keyof Row & string]: FieldColumn<Row, Key> }[keyof Row & string]
  | RowColumn<Row>;

function plainText(value: unknown): ReactNode {
  return value === undefined || value === null ? '' : String(value);
}

/** What a cell shows. */
export function cellContent<Row extends object>(column: TableColumn<Row>, row: Row): ReactNode {
  const value: unknown = Reflect.get(row, column.key);
  // The type of the column ties the formatter to the field of its own key, which is the field read above.
  const formatter = column.formatter as ((value: unknown, row: Row) => ReactNode) | undefined;
  return formatter === undefined ? plainText(value) : formatter(value, row);
}
