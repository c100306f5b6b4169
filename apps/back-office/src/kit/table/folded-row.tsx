import { IconButton } from '@emporion/web/ui/button/icon-button.tsx';
import { useState } from 'react';
import type { Column } from './column.ts';

/** So many columns are the lines of a row on a phone where none are marked. */
const unmarkedMax = 4;

/** The columns of a folded row with their places, from one. */
export function mainOf<Row>(visible: readonly Column<Row>[]): ReadonlyMap<Column<Row>, number> {
  const marked = visible.flatMap((column) =>
    column.main === undefined ? [] : [[column, column.main] as const],
  );
  if (marked.length > 0) return new Map(marked);
  return new Map(visible.slice(0, unmarkedMax).map((column, index) => [column, index + 1]));
}

/** Which rows somebody has unfolded on a phone. */
export function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (id: string): void =>
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { unfolded, fold };
}

export function Cell<Row>({
  column,
  row,
  main,
}: {
  column: Column<Row>;
  row: Row;
  main: number | undefined;
}) {
  return (
    <td
      data-label={column.label}
      data-main={main}
      data-rest={main === undefined ? '' : undefined}
      className={column.isNumeric ? 'text-right' : column.isText ? 'list-text' : undefined}
    >
      <div className={column.isNumeric ? 'table-value num' : 'table-value'}>{column.cell(row)}</div>
    </td>
  );
}

/** The button that shows the rest of a row on a phone. */
export function MoreCell({ isUnfolded, fold }: { isUnfolded: boolean; fold(): void }) {
  return (
    <td className="list-more">
      <IconButton
        icon={isUnfolded ? 'chevron-up' : 'chevron-down'}
        label={isUnfolded ? 'Show less' : 'Show more of this row'}
        aria-expanded={isUnfolded}
        onClick={fold}
      />
    </td>
  );
}
