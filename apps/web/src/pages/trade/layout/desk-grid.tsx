import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from '#ui/text/use-translation.ts';
import { columnOf, type DeskLayout, firstLayout, type PanelName, sideBounds, within } from './desk-layout.ts';
import { changeLayout, useDeskLayout } from './layout-store.ts';
import { type Place, type PlacedSeparator, placePanels } from './place-panels.ts';
import { boundsOf, resizeDesk, restoreSize } from './resize-desk.ts';
import { Separator } from './separator.tsx';

const ArrangeOverlay = lazy(async () => ({
  default: (await import('./arrange-overlay.tsx')).ArrangeOverlay,
}));
const ArrangeBar = lazy(async () => ({ default: (await import('./arrange-bar.tsx')).ArrangeBar }));

/** Only a wide window reads them; in every other one the stylesheet alone decides. */
function variables(place: Place): CSSProperties {
  return Object.fromEntries(Object.entries(place).map(([name, length]) => [`--${name}`, length]));
}

export function panelId(name: PanelName): string {
  return `desk-${name}`;
}

const labels = {
  chart: 'trade.desk.chart',
  orders: 'trade.desk.orders',
  book: 'trade.desk.market',
  tape: 'trade.desk.tape',
  form: 'trade.desk.form',
} as const;

function DeskSeparator({ placed, layout }: { placed: PlacedSeparator; layout: DeskLayout }) {
  const { t } = useTranslation();
  const { resized, place } = placed;
  const panel = t(labels[resized.panel]);
  const size =
    resized.what === 'width' ? layout.columns[resized.column]?.width : layout.heights[resized.panel];
  return (
    <Separator
      label={t(resized.what === 'width' ? 'trade.layout.width' : 'trade.layout.height', { panel })}
      orientation={resized.what === 'width' ? 'vertical' : 'horizontal'}
      size={size}
      bounds={boundsOf(resized)}
      grows={resized.grows}
      sizedId={panelId(resized.panel)}
      onSize={(next) => changeLayout((now) => resizeDesk(now, resized, next))}
      onRestore={() => changeLayout((now) => restoreSize(now, resized))}
      className="desk-wide-only"
      style={variables(place)}
    />
  );
}

/** In a window that is too narrow for three columns, the edge between the chart and the book. */
function SideSeparator({ layout, grows }: { layout: DeskLayout; grows: 1 | -1 }) {
  const { t } = useTranslation();
  const set = (sideWidth: number): void => changeLayout((now) => ({ ...now, sideWidth }));
  return (
    <Separator
      label={t('trade.layout.width', { panel: t(labels.book) })}
      orientation="vertical"
      size={layout.sideWidth}
      bounds={sideBounds}
      grows={grows}
      sizedId={panelId('book')}
      onSize={(next) => set(within(next, sideBounds))}
      onRestore={() => set(firstLayout.sideWidth)}
      className="desk-side-separator"
    />
  );
}

const ordersHeight = { what: 'height', panel: 'orders', grows: -1 } as const;

/** On a laptop the orders lie below chart and book alike, and this is the edge above them. */
function OrdersSeparator({ layout }: { layout: DeskLayout }) {
  const { t } = useTranslation();
  return (
    <Separator
      label={t('trade.layout.height', { panel: t(labels.orders) })}
      orientation="horizontal"
      size={layout.heights.orders}
      bounds={boundsOf(ordersHeight)}
      grows={ordersHeight.grows}
      sizedId={panelId('orders')}
      onSize={(next) => changeLayout((now) => resizeDesk(now, ordersHeight, next))}
      onRestore={() => changeLayout((now) => restoreSize(now, ordersHeight))}
      className="desk-orders-separator"
    />
  );
}

/** What the stylesheet reads: of narrower windows the sizes, of wide ones how low they may be. */
function sizesOf({ sideWidth, heights }: DeskLayout, leastHeight: number): CSSProperties {
  const sizes: Record<string, string> = { '--side': `${sideWidth}px`, '--least': `${leastHeight}px` };
  if (heights.orders !== undefined) sizes['--orders'] = `${heights.orders}px`;
  return sizes;
}

export interface DeskGridProps {
  /** The pair, its price and what belongs to them. */
  strip: ReactNode;
  panels: Readonly<Record<PanelName, ReactNode>>;
  arranging: boolean;
  onArranged(): void;
}

/** The panels where their owner wants them. They are moved by styles and order alone, so none of them forgets what it holds. */
export function DeskGrid({ strip, panels, arranging, onArranged }: DeskGridProps) {
  const { t } = useTranslation();
  const layout = useDeskLayout();
  const { leastHeight, stats, panels: placed, separators } = placePanels(layout);
  const bookFirst = columnOf(layout, 'book') < columnOf(layout, 'chart');
  return (
    <div
      className="desk desk-floor"
      data-book-first={bookFirst || undefined}
      style={sizesOf(layout, leastHeight)}
    >
      <section
        aria-label={t('trade.desk.stats')}
        className="desk-panel desk-stats desk-placed"
        style={variables(stats)}
      >
        {strip}
      </section>
      {placed.map(({ name, place }) => (
        <section
          key={name}
          id={panelId(name)}
          tabIndex={-1}
          aria-label={t(labels[name])}
          className={`desk-panel desk-${name} desk-placed`}
          style={variables(place)}
        >
          {panels[name]}
          {arranging && (
            <Suspense>
              <ArrangeOverlay panel={name} name={t(labels[name])} layout={layout} />
            </Suspense>
          )}
        </section>
      ))}
      <SideSeparator layout={layout} grows={bookFirst ? 1 : -1} />
      <OrdersSeparator layout={layout} />
      {separators.map((one) => (
        <DeskSeparator key={one.id} placed={one} layout={layout} />
      ))}
      {arranging && (
        <Suspense>
          <ArrangeBar onDone={onArranged} />
        </Suspense>
      )}
    </div>
  );
}
