import type { Pair } from '@emporion/contracts/rest';
import { useState } from 'react';
import { BookPanel } from '#features/market-data/book/book-panel.tsx';
import { LazyTapePanel } from '#features/market-data/tape/lazy-tape-panel.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

type MarketTab = 'book' | 'tape';

interface MarketPanelProps {
  pair: Pair;
  onPrice(price: string): void;
  /** The recent trades stand elsewhere. */
  tapeApart: boolean;
}

/** The book and the recent trades share one place, unless the trades have one of their own. */
export function MarketPanel({ pair, onPrice, tapeApart }: MarketPanelProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<MarketTab>('book');
  const book = {
    value: 'book',
    label: t('trade.desk.book'),
    content: <BookPanel pair={pair} onPrice={onPrice} />,
  } as const;
  const tape = {
    value: 'tape',
    label: t('trade.desk.tape'),
    content: <LazyTapePanel pair={pair} />,
  } as const;
  return (
    <Tabs<MarketTab>
      fill
      label={t('trade.desk.market')}
      tabs={tapeApart ? [book] : [book, tape]}
      value={tapeApart ? 'book' : tab}
      onValueChange={setTab}
    />
  );
}
