import { useMemo } from 'react';
import { loadTexts } from '#language/i18n.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { fillQuery, type OrderFilter, orderQuery } from './order-filter.ts';

/** Comes after the lists, with its texts: few ask for a file. */
const { Part: ExportControl } = lazyPart(
  async () => {
    const [part] = await Promise.all([import('#exports/export-control.tsx'), loadTexts('downloads')]);
    return part.ExportControl;
  },
  <span className="icon-button" aria-hidden="true">
    <Icon name="download" size={16} />
  </span>,
);

/** Saves what the filters leave of a list as a file. */
export function ExportButton({ list, filter }: { list: 'history' | 'fills'; filter: OrderFilter }) {
  const request = useMemo(
    () =>
      list === 'history'
        ? ({ name: 'orders', query: orderQuery(filter, new Date()) } as const)
        : ({ name: 'trades', query: fillQuery(filter, new Date()) } as const),
    [list, filter],
  );
  return <ExportControl compact request={request} />;
}
