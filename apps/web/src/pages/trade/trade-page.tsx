import type { Pair } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { pairsQuery } from '#api/queries.ts';
import { session, useIsLoggedIn } from '#api/session.ts';
import { LiveTitle } from '#features/market-data/pair/live-title.ts';
import { PairStrip } from '#features/market-data/pair/pair-strip.tsx';
import type { OrderPrefill } from '#features/order-entry/order-panel.tsx';
import { loadOwnPanel } from '#features/own-orders/orders-panel.tsx';
import { tradingSocket } from '#live/live.ts';
import { useLiveBalance } from '#live/use-live-balance.ts';
import { openOrders } from '#orders/open-orders.ts';
import { readPaletteAhead } from '#ui/canvas/palette.ts';
import { useIsPhone } from '#ui/layout/use-width.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AwaitedDesk } from './awaited-desk.tsx';
import { DeskMenu } from './desk-menu.tsx';
import { BasicDesk, loadDesk, PhoneDesk, TradeDesk } from './desks.tsx';
import { PanelSkipLinks } from './panel-skip-links.tsx';
import { useMarkets } from './use-markets.ts';
import { useTradeKeys } from './use-trade-keys.ts';
import { useTradingInterface } from './use-trading-interface.ts';

const UnknownMarket = lazy(async () => ({
  default: (await import('#features/market-data/pair/unknown-market.tsx')).UnknownMarket,
}));

/** Few markets are closed, and few visitors see one. */
const ClosedBar = lazy(async () => ({ default: (await import('./closed-bar.tsx')).ClosedBar }));

type PrefillFields = Omit<OrderPrefill, 'serial'>;

/** What was chosen elsewhere on the page for the order form; each choice has a number of its own. */
function usePrefills() {
  const [prefill, setPrefill] = useState<OrderPrefill | null>(null);
  const make = (fields: PrefillFields): void =>
    setPrefill((before) => ({ ...fields, serial: (before?.serial ?? 0) + 1 }));
  return { prefill, make };
}

/** The help is fetched with the first question for it. */
async function help(t: Translate): Promise<void> {
  const { showKeyHelp } = await import('./key-help.tsx');
  showKeyHelp(t);
}

function Market({ pair, pairs }: { pair: Pair; pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [shown, show] = useTradingInterface();
  const [switching, setSwitching] = useState(false);
  const [arranging, setArranging] = useState(false);
  const { prefill, make } = usePrefills();
  const simple = shown === 'basic';
  useLiveBalance();
  useTradeKeys({
    onSide: (side) => make({ side, byKey: true }),
    onKind: (kind) => (simple && kind === 'stop_limit' ? undefined : make({ kind, byKey: true })),
    onSearch: () => setSwitching(true),
    onHelp: () => void help(t),
  });
  const endArranging = useCallback(() => setArranging(false), []);
  const menu = (
    <DeskMenu shown={shown} onShow={show} onArrange={() => setArranging(true)} onHelp={() => void help(t)} />
  );
  const strip = (
    <PairStrip pair={pair} pairs={pairs} switching={switching} onSwitching={setSwitching} tools={menu} />
  );
  const desk = {
    pair,
    prefill,
    strip,
    onPrice: (price: string) => make({ price }),
    onLimit: (price: string) => make({ kind: 'limit', price }),
  };
  return (
    <>
      <LiveTitle pair={pair.code} />
      {(pair.rules.state === 'halted' || pair.rules.state === 'cancel_only') && (
        <Suspense>
          <ClosedBar pair={pair} />
        </Suspense>
      )}
      {!isPhone && <PanelSkipLinks simple={simple} />}
      {isPhone && <PhoneDesk {...desk} simple={simple} onSide={(side) => make({ side })} />}
      {!isPhone && simple && <BasicDesk {...desk} />}
      {!isPhone && !simple && <TradeDesk {...desk} arranging={arranging} onArranged={endArranging} />}
    </>
  );
}

/**
 * Begins, before the page is drawn, what takes a way to the server: the markets, the socket, and the code of the desk
 * and of a user's own orders. Only that code is waited for. What fails here is asked for again by the page, which tells of it.
 */
export async function prepareTradePage(client: QueryClient): Promise<void> {
  void client.prefetchQuery(pairsQuery);
  // Let go of at once, it stays open long enough for the page to subscribe.
  tradingSocket.keepOpen()();
  readPaletteAhead();
  await loadDesk().catch(() => {});
  if (session.isLoggedIn()) await loadOwnPanel().catch(() => {});
}

/** One's own orders are asked for with the first drawing, and not only when their panel's turn comes. */
function useEarlyOwnOrders(): void {
  const loggedIn = useIsLoggedIn();
  useEffect(() => (loggedIn ? openOrders.subscribe(() => {}) : undefined), [loggedIn]);
}

function Awaited({ code }: { code: string }) {
  return (
    <>
      <h1 className="sr-only">{code}</h1>
      <AwaitedDesk />
    </>
  );
}

/** The trading page of one pair. */
export function TradePage() {
  const { t } = useTranslation();
  const { pairprop = '' } = useParams();
  const markets = useMarkets();
  const { pairs } = markets;
  useEarlyOwnOrders();
  if (markets.lost) {
    return (
      <>
        <h1 className="sr-only">{pairprop}</h1>
        <ErrorState
          title={t('trade.unread')}
          detail={t('trade.noConnection')}
          onRetry={markets.retry}
          retrying={markets.retrying}
        />
      </>
    );
  }
  if (pairs === undefined) return <Awaited code={pairprop} />;
  const pair = pairs.find(({ code }) => code === pairprop);
  if (pair === undefined) {
    return (
      <Suspense fallback={<Awaited code={pairprop} />}>
        <UnknownMarket code={pairprop} pairs={pairs} />
      </Suspense>
    );
  }
  // Nothing that was written for one market may be sent to another.
  return <Market key={pair.code} pair={pair} pairs={pairs} />;
}
