import type { Pair } from '@emporion/contracts/rest';
import type { ReactNode } from 'react';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { LazyTapePanel } from '#features/market-data/tape/lazy-tape-panel.tsx';
import { OrderPanel, type OrderPrefill } from '#features/order-entry/order-panel.tsx';
import { OrdersPanel } from '#features/own-orders/orders-panel.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { DeskGrid, type DeskGridProps } from './layout/desk-grid.tsx';
import { isTapeApart } from './layout/desk-layout.ts';
import { useDeskLayout } from './layout/layout-store.ts';
import { MarketPanel } from './market-panel.tsx';
import { PanelInTurn } from './panel-in-turn.tsx';

export interface DeskProps {
  pair: Pair;
  prefill: OrderPrefill | null;
  onPrice(price: string): void;
  /** A limit order at a price, of whatever kind the form was before. */
  onLimit(price: string): void;
  /** The pair, its price and what belongs to them. */
  strip: ReactNode;
}

function TapeColumn({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h2 className="panel-title">{t('trade.desk.tape')}</h2>
      <div className="min-h-0 flex-1">
        <LazyTapePanel pair={pair} />
      </div>
    </div>
  );
}

function MarketColumn({ pair, onPrice }: Pick<DeskProps, 'pair' | 'onPrice'>) {
  return <MarketPanel pair={pair} onPrice={onPrice} tapeApart={isTapeApart(useDeskLayout())} />;
}

/** The advanced interface: every panel at once, each where its owner wants it. */
export function TradeDesk({
  pair,
  prefill,
  onPrice,
  onLimit,
  ...floor
}: DeskProps & Pick<DeskGridProps, 'arranging' | 'onArranged'>) {
  return (
    <DeskGrid
      {...floor}
      panels={{
        chart: (
          <PanelInTurn panel="chart">
            <ChartPanel pair={pair} onPrice={onLimit} />
          </PanelInTurn>
        ),
        orders: (
          <PanelInTurn panel="orders">
            <OrdersPanel pair={pair} />
          </PanelInTurn>
        ),
        book: (
          <PanelInTurn panel="book">
            <MarketColumn pair={pair} onPrice={onPrice} />
          </PanelInTurn>
        ),
        tape: (
          <PanelInTurn panel="tape">
            <TapeColumn pair={pair} />
          </PanelInTurn>
        ),
        form: (
          <PanelInTurn panel="form">
            <OrderPanel pair={pair} prefill={prefill} />
          </PanelInTurn>
        ),
      }}
    />
  );
}
