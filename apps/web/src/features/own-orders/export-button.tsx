import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { OrderFilter } from './order-filter.ts';
import { readClosedOrders, readFills } from './order-history.ts';

type List = 'history' | 'fills';

function saveFile(text: string, name: string): void {
  // The mark tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads it after the click; letting it go at once would leave it nothing to read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameOf(list: List, { pair }: OrderFilter): string {
  const day = new Date().toISOString().slice(0, 10);
  return ['emporion', list === 'history' ? 'orders' : 'trades', ...(pair === null ? [] : [pair]), day]
    .join('-')
    .concat('.csv');
}

interface Work {
  readonly list: List;
  readonly filter: OrderFilter;
  readonly signal: AbortSignal;
  readonly t: TFunction;
  onRows(count: number): void;
}

async function exportTo({ list, filter, signal, t, onRows }: Work): Promise<void> {
  const { exportFills, exportOrders } = await import('./export-rows.ts');
  const request = { filter, signal, onRows };
  const answer = await (list === 'history'
    ? exportOrders(readClosedOrders, request)
    : exportFills(readFills, request));
  if (signal.aborted) return;
  if (!answer.ok) {
    await loadTexts('errors').catch(() => {});
    showToast({
      type: 'error',
      title: t('trade.export.failed'),
      description: refusalOf(answer.failure, t).message,
    });
    return;
  }
  const { text, rows, complete } = answer.value;
  if (rows > 0) saveFile(text, nameOf(list, filter));
  const title = rows === 0 ? t('trade.export.none') : t('trade.export.done', { count: rows });
  showToast({
    type: complete ? 'success' : 'warning',
    title,
    ...(complete ? {} : { description: t('trade.export.cut') }),
    duration: 6_000,
  });
}

/** Saves what the filters leave of a list as a file. A second press stops it. */
export function ExportButton({ list, filter }: { list: List; filter: OrderFilter }) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<number | null>(null);
  const working = useRef<AbortController | null>(null);
  useEffect(() => () => working.current?.abort(), []);

  const press = async (): Promise<void> => {
    if (working.current !== null) {
      working.current.abort();
      return;
    }
    const stop = new AbortController();
    working.current = stop;
    setRows(0);
    await exportTo({ list, filter, signal: stop.signal, t, onRows: setRows }).catch(() =>
      showToast({ type: 'error', title: t('trade.export.failed') }),
    );
    working.current = null;
    setRows(null);
  };
  return (
    <span className="flex items-center gap-1">
      <span role="status" className="num text-xs text-muted">
        {rows === null ? '' : t('trade.export.rows', { count: rows })}
      </span>
      <IconButton
        icon={rows === null ? 'download' : 'x'}
        iconSize={16}
        label={rows === null ? t('trade.export.button') : t('trade.export.stop')}
        onClick={() => void press()}
      />
    </span>
  );
}
