import type { Pair } from '@emporion/contracts/rest';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { BookPanel } from '../book/book-panel.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { OrderPanel, type OrderWish } from '../form/order-panel.tsx';
import { OrdersPanel } from '../orders/orders-panel.tsx';
import { TapePanel } from '../tape/tape-panel.tsx';

export interface DeskProps {
  pair: Pair;
  wish: OrderWish | null;
  onPrice(price: string): void;
}

type MarketTab = 'book' | 'tape';

/** The book and the recent trades share one place. */
function MarketPanel({ pair, onPrice }: Pick<DeskProps, 'pair' | 'onPrice'>) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<MarketTab>('book');
  return (
    <Tabs<MarketTab>
      fill
      label={t('trade.desk.market')}
      tabs={[
        {
          value: 'book',
          label: t('trade.desk.book'),
          content: <BookPanel pair={pair} onPrice={onPrice} />,
        },
        { value: 'tape', label: t('trade.desk.tape'), content: <TapePanel pair={pair} /> },
      ]}
      value={tab}
      onValueChange={setTab}
    />
  );
}

/** The panels of a window that is wide enough for several; the stylesheet puts them into their places. */
export function TradeDesk({ pair, wish, onPrice }: DeskProps) {
  const { t } = useTranslation();
  return (
    <>
      <section aria-label={t('trade.desk.chart')} className="desk-panel desk-chart">
        <ChartPanel pair={pair} />
      </section>
      <section aria-label={t('trade.desk.market')} className="desk-panel desk-book">
        <MarketPanel pair={pair} onPrice={onPrice} />
      </section>
      <section aria-label={t('trade.desk.form')} className="desk-panel desk-form">
        <OrderPanel pair={pair} wish={wish} />
      </section>
      <section aria-label={t('trade.desk.orders')} className="desk-panel desk-orders">
        <OrdersPanel pair={pair} />
      </section>
    </>
  );
}
