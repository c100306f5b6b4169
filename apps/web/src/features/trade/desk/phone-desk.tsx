import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { BookPanel } from '../book/book-panel.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { OrderSide } from '../form/model/order-draft.ts';
import { OrderPanel } from '../form/order-panel.tsx';
import { OrdersPanel } from '../orders/orders-panel.tsx';
import { TapePanel } from '../tape/tape-panel.tsx';
import { OrderSheet } from './order-sheet.tsx';
import type { DeskProps } from './trade-desk.tsx';

type PhoneTab = 'chart' | 'book' | 'tape' | 'orders';

interface PhoneDeskProps extends DeskProps {
  onSide(side: OrderSide): void;
}

/** One panel at a time, and the form as a sheet that the bar at the bottom brings up. */
export function PhoneDesk({ pair, wish, onPrice, onSide }: PhoneDeskProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<PhoneTab>('chart');
  const [sheetOpen, setSheetOpen] = useState(false);
  const openWith = (side: OrderSide) => () => {
    onSide(side);
    setSheetOpen(true);
  };
  const pick = (price: string): void => {
    onPrice(price);
    setSheetOpen(true);
  };
  const contents = {
    chart: <ChartPanel pair={pair} />,
    book: <BookPanel pair={pair} onPrice={pick} />,
    tape: <TapePanel pair={pair} />,
    orders: <OrdersPanel pair={pair} />,
  };
  return (
    <>
      <Tabs<PhoneTab>
        label={t('trade.desk.panels')}
        className="phone-tabs"
        tabs={(['chart', 'book', 'tape', 'orders'] as const).map((value) => ({
          value,
          label: t(`trade.desk.${value}`),
          content: <div className={`phone-panel phone-${value}`}>{contents[value]}</div>,
        }))}
        value={tab}
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
        <OrderSheet title={t('trade.desk.form')} close={() => setSheetOpen(false)}>
          <OrderPanel pair={pair} wish={wish} />
        </OrderSheet>
      )}
    </>
  );
}
