import { timeframes } from '@emporion/contracts/rest';
import { useEffect, useRef, useState } from 'react';
import { useOpenAlerts } from '#alerts/use-open-alerts.ts';
import { useIsLoggedIn } from '#api/session.ts';
import type { MarketPair } from '#market/market-pair.ts';
import { useIsPhone } from '#ui/layout/use-width.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOwnTask } from '#ui/state/use-own-task.ts';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useChartSettings } from './chart-settings.ts';
import { type ChartTab, ChartToolbar } from './chart-toolbar.tsx';
import { ChartView } from './chart-view.tsx';
import type { PriceActions } from './price-menu.tsx';

/** Whoever types a number into a field means the field, and an open dialog or menu has the keys for itself. */
function isTaken({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return true;
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  );
}

/** Calls with the digit that was pressed, 1 to 9, while nobody is typing. */
function useNumberKeys(onDigit: (digit: number) => void): void {
  const latest = useRef(onDigit);
  useEffect(() => {
    latest.current = onDigit;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!/^[1-9]$/.test(event.key) || event.defaultPrevented || isTaken(event)) return;
      latest.current(Number(event.key));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const { Part: DepthView } = lazyPart(
  async () => (await import('./depth/depth-view.tsx')).DepthView,
  <PanelSkeleton />,
);

export interface ChartPanelProps extends Pick<PriceActions, 'onPrice'> {
  readonly pair: MarketPair;
}

/** The price of a pair over time, and the depth of its book. It fills the height it is given. */
export function ChartPanel({ pair, onPrice }: ChartPanelProps) {
  const { t } = useTranslation();
  const openAlerts = useOpenAlerts();
  const loggedIn = useIsLoggedIn();
  const onAlert = (price: string): void => openAlerts({ pair: pair.code, price });
  const [settings, change] = useChartSettings();
  const [tab, setTab] = useState<ChartTab>('price');
  // The bar above it and the picture are each enough for one task.
  const begun = useOwnTask();
  useNumberKeys((digit) => {
    const timeframe = timeframes[digit - 1];
    if (timeframe !== undefined) change({ timeframe });
  });
  const isPhone = useIsPhone();
  const toolbar = <ChartToolbar tab={tab} onTab={setTab} settings={settings} onChange={change} />;
  return (
    <section
      aria-label={t('market.chart.title', { pair: pair.code })}
      className="@container flex h-full min-h-72 flex-col overflow-hidden"
    >
      {!isPhone && toolbar}
      {tab === 'depth' && <DepthView pair={pair} />}
      {tab === 'price' && !begun && <div className="min-h-0 flex-1" />}
      {tab === 'price' && begun && (
        <ChartView
          pair={pair}
          settings={settings}
          onPrice={onPrice}
          onAlert={loggedIn ? onAlert : undefined}
        />
      )}
      {/* At the thumb, and the candles begin so much higher. */}
      {isPhone && toolbar}
    </section>
  );
}
