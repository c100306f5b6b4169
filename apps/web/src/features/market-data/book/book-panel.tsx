import { useState, useSyncExternalStore } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import { market } from '#market/market.ts';
import { finestStep, type MarketPair } from '#market/market-pair.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { BookCanvas, type BookPanelProps } from './book-canvas.tsx';
import type { BookView } from './book-layout.ts';
import { BookTable } from './book-table.tsx';
import { BookToolbar } from './book-toolbar.tsx';

interface HeadProps {
  name: string;
  coin: string;
  className: string;
}

/** The coin stands behind the name, or below it where the panel is narrow. */
function Head({ name, coin, className }: HeadProps) {
  return (
    <span className={classNames('absolute top-0', className)}>
      {name}
      <span className="@max-[20rem]:hidden">{` (${coin})`}</span>
      <span className="hidden text-[10px] @max-[20rem]:block">{coin}</span>
    </span>
  );
}

/** As far apart as the numbers are painted. */
function ColumnHeads({ pair }: { pair: MarketPair }) {
  const { t } = useTranslation();
  return (
    <div
      className="relative h-5 shrink-0 text-xs text-muted @max-[20rem]:h-7 @max-[20rem]:leading-3.5"
      aria-hidden="true"
    >
      <Head name={t('trade.fields.price')} coin={pair.quote.code} className="left-3" />
      <Head name={t('trade.fields.quantity')} coin={pair.base.code} className="right-[36%] text-right" />
      <Head name={t('market.total')} coin={pair.base.code} className="right-3 text-right" />
    </div>
  );
}

/** The order book of a pair. It fills the height it is given. */
export function BookPanel({ pair, onPrice }: BookPanelProps) {
  const { t } = useTranslation();
  const steps = pair.stack_precisions;
  const [chosen, setStep] = useState(finestStep(pair));
  const [view, setView] = useState<BookView>('both');
  // A step that was chosen for another pair may not exist here.
  const step = steps.includes(chosen) ? chosen : finestStep(pair);
  const store = market.book({ pair: pair.code, precision: step });
  const state = useSyncExternalStore(store.subscribe, () => {
    const { ready, asks, bids } = store.read();
    if (!ready) return 'waiting';
    return asks.length + bids.length === 0 ? 'empty' : 'ready';
  });
  const stale = useTradingConnection() === 'reconnecting';
  return (
    <section
      aria-label={t('market.book.title', { pair: pair.code })}
      aria-busy={state === 'waiting'}
      className="@container flex h-full min-h-60 flex-col"
    >
      <BookToolbar view={view} onView={setView} step={step} steps={steps} onStep={setStep} />
      <ColumnHeads pair={pair} />
      <div className={classNames('flex min-h-0 flex-1 flex-col transition-opacity', stale && 'opacity-50')}>
        {state === 'waiting' && <PanelSkeleton />}
        {state === 'empty' && <EmptyState text={t('market.book.empty')} icon="list" />}
        {state === 'ready' && <BookCanvas pair={pair} step={step} view={view} onPrice={onPrice} />}
      </div>
      <BookTable pair={pair} store={store} />
    </section>
  );
}
