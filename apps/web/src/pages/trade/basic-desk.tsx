import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { OrderPanel } from '#features/order-entry/order-panel.tsx';
import { OrdersPanel } from '#features/own-orders/orders-panel.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PanelInTurn } from './panel-in-turn.tsx';
import type { DeskProps } from './trade-desk.tsx';

/** The basic interface: a chart, a form with the two kinds of order that everybody knows, and one's own orders. */
export function BasicDesk({ pair, prefill, strip, onLimit }: DeskProps) {
  const { t } = useTranslation();
  return (
    <div className="desk desk-basic">
      <section aria-label={t('trade.desk.stats')} className="desk-panel desk-stats">
        {strip}
      </section>
      <section
        id="desk-chart"
        tabIndex={-1}
        aria-label={t('trade.desk.chart')}
        className="desk-panel desk-chart"
      >
        <PanelInTurn panel="chart">
          <ChartPanel pair={pair} onPrice={onLimit} />
        </PanelInTurn>
      </section>
      <section
        id="desk-form"
        tabIndex={-1}
        aria-label={t('trade.desk.form')}
        className="desk-panel desk-form"
      >
        <PanelInTurn panel="form">
          <OrderPanel pair={pair} prefill={prefill} simple />
        </PanelInTurn>
      </section>
      <section
        id="desk-orders"
        tabIndex={-1}
        aria-label={t('trade.desk.orders')}
        className="desk-panel desk-orders"
      >
        <PanelInTurn panel="orders">
          <OrdersPanel pair={pair} />
        </PanelInTurn>
      </section>
    </div>
  );
}
