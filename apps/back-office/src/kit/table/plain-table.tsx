import type { Column } from './column.ts';
import { Cell, MoreCell, mainOf, useUnfolded } from './folded-row.tsx';

interface PlainTableProps<Row> {
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/**
 * A few rows that are all here, without filters or pages. On a phone each is a row that unfolds, as in a list, where columns have a place in it, and otherwise a
 * card of labels and values.
 */
export function PlainTable<Row>({ caption, columns, rows, rowKey }: PlainTableProps<Row>) {
  const { unfolded, fold } = useUnfolded();
  const folds = columns.some(({ main }) => main !== undefined);
  const main = folds ? mainOf(columns) : undefined;
  const hasRest = main !== undefined && columns.length > main.size;
  return (
    <div className="table-scroll rounded-md bg-surface">
      <table className="table list-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, isNumeric }) => (
              <th key={id} scope="col" className={isNumeric ? 'text-right' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr key={key} data-unfolded={!folds || unfolded.has(key) ? '' : undefined}>
                {columns.map((column) => (
                  <Cell key={column.id} column={column} row={row} main={main?.get(column)} />
                ))}
                {hasRest && <MoreCell isUnfolded={unfolded.has(key)} fold={() => fold(key)} />}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
