import type { Candle } from '@emporion/contracts/rest';
import { type KeyboardEvent, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import type { MarketPair } from '#market/market-pair.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useOwnTask } from '#ui/state/use-own-task.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ChartOverlay } from './chart-overlay.tsx';
import type { ChartSettings } from './chart-settings.ts';
import { ChartTable } from './chart-table.tsx';
import { createTimeTexts } from './chart-time.ts';
import { useAlertLines } from './overlays/use-alert-lines.ts';
import { useOrderLines } from './overlays/use-order-lines.ts';
import { useOwnFills } from './overlays/use-own-fills.ts';
import { type PriceActions, PriceMenu, type PriceMenuHandle } from './price-menu.tsx';
import { pressKey } from './renderer/chart-keys.ts';
import type { Place } from './renderer/pointer-input.ts';
import { numbersOf, useChartRenderer } from './renderer/use-chart-renderer.ts';
import { useCandleHistory } from './use-candle-history.ts';

export interface ChartViewProps extends PriceActions {
  readonly pair: MarketPair;
  readonly settings: ChartSettings;
}

/** An application within the page has keys of its own, so it is reached by Tab. */
const tabStop = { tabIndex: 0 };

/** How numbers and moments of the chart are written. */
function useTexts({ pair, settings: { timeframe } }: ChartViewProps) {
  const { t, i18n } = useTranslation();
  const numbers = useMemo(() => numbersOf(pair), [pair]);
  const times = useMemo(() => createTimeTexts(i18n.language, timeframe), [i18n.language, timeframe]);
  const inWords = ({ time, open, high, low, close, volume }: Candle): string =>
    t('market.chart.candle', {
      time: times.moment(time),
      open: numbers.price(open),
      high: numbers.price(high),
      low: numbers.price(low),
      close: numbers.price(close),
      volume: numbers.volume(volume),
    });
  return { numbers, times, inWords };
}

/** The price over time, painted, and a table of it for those who cannot see. */
export function ChartView(props: ChartViewProps) {
  const { pair, settings, onPrice, onAlert } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const boxRef = useRef<HTMLDivElement>(null);
  const baseRef = useRef<HTMLCanvasElement>(null);
  const frontRef = useRef<HTMLCanvasElement>(null);
  const menuRef = useRef<PriceMenuHandle>(null);
  const [away, setAway] = useState(false);
  const [said, setSaid] = useState('');
  const { numbers, times, inWords } = useTexts(props);
  const named = { pair: pair.code, timeframe: settings.timeframe };
  const history = useCandleHistory(pair.code, settings.timeframe);
  const since = useSyncExternalStore(history.subscribe, () => history.read().list[0]?.time);
  // The picture first; what is asked of the server for it and what says it in words are enough for another task.
  const begun = useOwnTask();
  const { lines: orders, move, close } = useOrderLines(pair, begun);
  const alerts = useAlertLines(pair.code, { numbers, begun });
  const fills = useOwnFills(pair.code, { since, begun });
  const stale = useTradingConnection() === 'reconnecting';
  const report = {
    oldest: () => void history.loadOlder(),
    away: setAway,
    pointed: (at: Parameters<PriceMenuHandle['follow']>[0]) => menuRef.current?.follow(at),
    moved: move,
    closed: close,
    menu: (place: Place) => menuRef.current?.open(place),
  };
  const shown = { pair, settings, history, orders, alerts, fills, numbers, times };
  const rendererRef = useChartRenderer({ boxRef, baseRef, frontRef, report, ...shown });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const renderer = rendererRef.current;
    const isOurs = event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (renderer === null || !isOurs) return;
    const openMenu = (): void => menuRef.current?.open();
    const candle = pressKey(renderer, event, { width: event.currentTarget.clientWidth, openMenu });
    // Also of Enter: the menu takes the focus at once, and the key would press its first item.
    if (candle !== undefined) event.preventDefault();
    if (candle) setSaid(inWords(candle));
  };
  const canvas = classNames('num chart-canvas', stale && 'opacity-50');
  return (
    <div className="relative min-h-0 flex-1">
      <div
        {...tabStop}
        ref={boxRef}
        role="application"
        aria-label={t('market.chart.plot', named)}
        aria-describedby={hintId}
        className="chart-box"
        data-testid="price-chart"
        onKeyDown={onKeyDown}
      >
        <canvas ref={baseRef} className={canvas} />
        <canvas ref={frontRef} className={canvas} />
        {begun && <PriceMenu ref={menuRef} pair={pair} onPrice={onPrice} onAlert={onAlert} />}
      </div>
      <ChartOverlay history={history} />
      {away && (
        <IconButton
          icon="chevron-right"
          label={t('market.chart.latest')}
          className="chart-latest"
          onClick={() => rendererRef.current?.goToLatest()}
        />
      )}
      <p id={hintId} className="sr-only">
        {t('market.chart.hint')}
      </p>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
      {begun && (
        <ChartTable
          caption={t('market.chart.table', named)}
          history={history}
          numbers={numbers}
          times={times}
        />
      )}
    </div>
  );
}
