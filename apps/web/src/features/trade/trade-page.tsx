import type { Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { pairsQuery } from '#api/queries.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useLiveBalance } from './balances/use-live-balance.ts';
import { showKeyHelp } from './desk/key-help.tsx';
import { PhoneDesk } from './desk/phone-desk.tsx';
import { TradeDesk } from './desk/trade-desk.tsx';
import { useIsPhone } from './desk/use-is-phone.ts';
import { useTradeKeys } from './desk/use-trade-keys.ts';
import type { OrderWish } from './form/order-panel.tsx';
import { LiveTitle } from './pair/live-title.ts';
import { PairStrip } from './pair/pair-strip.tsx';
import { UnknownMarket } from './pair/unknown-market.tsx';

type Wished = Omit<OrderWish, 'serial'>;

/** What was chosen elsewhere on the page for the order form; each choice has a number of its own. */
function useWishes() {
  const [wish, setWish] = useState<OrderWish | null>(null);
  const make = (wished: Wished): void =>
    setWish((before) => ({ ...wished, serial: (before?.serial ?? 0) + 1 }));
  return { wish, make };
}

function Market({ pair, pairs }: { pair: Pair; pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [switching, setSwitching] = useState(false);
  const { wish, make } = useWishes();
  useLiveBalance();
  useTradeKeys({
    onSide: (side) => make({ side }),
    onKind: (kind) => make({ kind }),
    onSearch: () => setSwitching(true),
    onHelp: () => showKeyHelp(t),
  });
  const desk = { pair, wish, onPrice: (price: string) => make({ price }) };
  return (
    <div className="desk">
      <LiveTitle pair={pair.code} />
      <section aria-label={t('trade.desk.stats')} className="desk-panel desk-stats">
        <PairStrip pair={pair} pairs={pairs} switching={switching} onSwitching={setSwitching} />
      </section>
      {isPhone ? <PhoneDesk {...desk} onSide={(side) => make({ side })} /> : <TradeDesk {...desk} />}
    </div>
  );
}

/** The room that the panels will take. */
function Awaited({ code }: { code: string }) {
  return (
    <div className="desk" aria-busy="true">
      <h1 className="sr-only">{code}</h1>
      {['stats', 'chart', 'book', 'form', 'orders'].map((name) => (
        <Skeleton key={name} className={`desk-panel desk-${name}`} />
      ))}
    </div>
  );
}

/** The trading page of one pair. */
export function TradePage() {
  const { t } = useTranslation();
  const { pairprop = '' } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(pairsQuery);
  if (data === undefined && isError) {
    return (
      <>
        <h1 className="sr-only">{pairprop}</h1>
        <ErrorState title={t('trade.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      </>
    );
  }
  if (data === undefined) return <Awaited code={pairprop} />;
  const pair = data.pairs.find(({ code }) => code === pairprop);
  if (pair === undefined) return <UnknownMarket code={pairprop} pairs={data.pairs} />;
  // Nothing that was written for one market may be sent to another.
  return <Market key={pair.code} pair={pair} pairs={data.pairs} />;
}
