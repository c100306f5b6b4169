import { useEffect, useState } from 'react';
import { useIsLoggedIn } from '#api/session.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { LastPrice } from '#features/market-data/pair/pair-strip.tsx';
import { LazyTapePanel } from '#features/market-data/tape/lazy-tape-panel.tsx';
import { OrdersPanel } from '#features/own-orders/orders-panel.tsx';
import type { OrderSide } from '#orders/model/order-draft.ts';
import { Button } from '#ui/button/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { onFirstUse } from '#ui/on-first-use.ts';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PanelInTurn } from './panel-in-turn.tsx';
import type { DeskProps } from './trade-desk.tsx';

const { Part: BookPanel, load: loadBook } = lazyPart(
  async () => (await import('#features/market-data/book/book-panel.tsx')).BookPanel,
  <PanelSkeleton />,
);
const { Part: OrderSheet, load: loadSheet } = lazyPart(
  async () => (await import('./order-sheet.tsx')).OrderSheet,
  null,
);

/** The chart is what is seen first; what a trader's next press would bring comes soon after it. */
const aheadMs = 2_000;

function loadAhead(): void {
  for (const load of [loadSheet, loadBook]) void load().catch(() => {});
}

/** A visitor, who may only look, fetches it when they begin to use the page. */
function useLoadAhead(): void {
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!loggedIn) return onFirstUse(loadAhead);
    const timer = setTimeout(loadAhead, aheadMs);
    return () => clearTimeout(timer);
  }, [loggedIn]);
}

const everyTab = ['chart', 'book', 'tape', 'orders'] as const;
const simpleTabs = ['chart', 'orders'] as const;
type PhoneTab = (typeof everyTab)[number];

interface PhoneDeskProps extends DeskProps {
  /** The basic interface has no book and no trades of others. */
  simple: boolean;
  onSide(side: OrderSide): void;
}

/** One panel at a time, and the form as a sheet that the bar at the bottom brings up. */
export function PhoneDesk({ pair, prefill, onPrice, onLimit, onSide, strip, simple }: PhoneDeskProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<PhoneTab>('chart');
  const tabs: readonly PhoneTab[] = simple ? simpleTabs : everyTab;
  const [sheetOpen, setSheetOpen] = useState(false);
  useLoadAhead();
  const closeSheet = (): void => setSheetOpen(false);
  const openWith = (side: OrderSide) => () => {
    onSide(side);
    setSheetOpen(true);
  };
  const pickWith = (choose: (price: string) => void) => (price: string) => {
    choose(price);
    setSheetOpen(true);
  };
  const contents = {
    chart: (
      <PanelInTurn panel="chart">
        <ChartPanel pair={pair} onPrice={pickWith(onLimit)} />
      </PanelInTurn>
    ),
    book: <BookPanel pair={pair} onPrice={pickWith(onPrice)} />,
    tape: <LazyTapePanel pair={pair} />,
    orders: <OrdersPanel pair={pair} onPlace={openWith('buy')} />,
  };
  return (
    <div className="desk">
      <section aria-label={t('trade.desk.stats')} className="desk-panel desk-stats">
        {strip}
      </section>
      <Tabs<PhoneTab>
        label={t('trade.desk.panels')}
        className="phone-tabs"
        tabs={tabs.map((value) => ({
          value,
          label: t(`trade.desk.${value}`),
          content: <div className={`phone-panel phone-${value}`}>{contents[value]}</div>,
        }))}
        value={tabs.includes(tab) ? tab : 'chart'}
        onValueChange={setTab}
      />
      <div className="phone-bar">
        <Button color="green" size="big" wide onClick={openWith('buy')}>
          {`▲ ${t('trade.side.buy')}`}
        </Button>
        <Button color="red" size="big" wide onClick={openWith('sell')}>
          {`▼ ${t('trade.side.sell')}`}
        </Button>
      </div>
      {sheetOpen && (
        <OrderSheet
          title={t('trade.desk.form')}
          live={<LastPrice pair={pair} />}
          close={closeSheet}
          order={{ pair, prefill, simple, onPlaced: closeSheet }}
        />
      )}
    </div>
  );
}
