import type { Column } from './column.ts';

interface PlainTableProps<Row> {
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/** A few rows that are all here, without filters or pages. On a phone each is a card of labels and values, as in a list. */
export function PlainTable<Row>({ caption, columns, rows, rowKey }: PlainTableProps<Row>) {
  const at = ({ isNumeric }: Column<Row>) => (isNumeric ? 'text-right' : undefined);
  return (
    <div className="table-scroll rounded-md bg-surface">
      <table className="table list-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={at(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} data-label={column.label} className={at(column)}>
                  <div className={column.isNumeric ? 'table-value num' : 'table-value'}>
                    {column.cell(row)}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
