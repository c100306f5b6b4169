import type { Pair } from '@emporion/contracts/rest';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '#api/queries.ts';
import { useTradingConnection } from '#live/connection-state.ts';
import { cancelAllOrders } from '#orders/change-order.ts';
import { useOpenOrders } from '#orders/open-orders.ts';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { BalancesTab } from './balances-tab.tsx';
import { ExportButton } from './export-button.tsx';
import { FillsTab } from './fills-tab.tsx';
import { FilterBar, FilterButton } from './filter-bar.tsx';
import { HistoryTab } from './history-tab.tsx';
import { OpenOrdersTab } from './open-orders-tab.tsx';
import { countFilters, everything, fits, type OrderFilter } from './order-filter.ts';
import { fillsQuery, orderHistoryQuery, useHistoryRefresh } from './order-history.ts';

type TabName = 'open' | 'history' | 'fills' | 'balances';

function CancelAll({ pair, count }: { pair: string | null; count: number }) {
  const { t } = useTranslation();
  const asks = useQuery(settingsQuery).data?.preferences.confirm_cancel_all ?? true;
  const [pending, setPending] = useState(false);
  const confirmed = async (): Promise<boolean> => {
    if (!asks) return true;
    const { confirmCancelAll } = await import('./confirm-cancel-all.tsx');
    return confirmCancelAll({ pair, count, t });
  };
  const press = async (): Promise<void> => {
    // Where not even the question comes, nothing is cancelled.
    if (pending || !(await confirmed().catch(() => false))) return;
    setPending(true);
    await cancelAllOrders(pair, t);
    setPending(false);
  };
  return (
    <Button size="small" variant="flat" color="red" loading={pending} onClick={() => void press()}>
      {t('trade.orders.cancelAll')}
    </Button>
  );
}

/** How many rows of a list have been read so far; nothing before somebody has looked. From then on it is read again when it grows. */
function useLoadedCounts(filter: OrderFilter): Partial<Record<TabName, string>> {
  const enabled = ({ state }: { state: { data: unknown } }): boolean => state.data !== undefined;
  const history = useInfiniteQuery({ ...orderHistoryQuery(filter), enabled });
  const fills = useInfiniteQuery({ ...fillsQuery(filter), enabled });
  const countOf = ({ data, hasNextPage }: typeof history | typeof fills): string | undefined => {
    if (data === undefined) return undefined;
    let count = 0;
    for (const { results } of data.pages) count += results.length;
    return hasNextPage ? `${count}+` : String(count);
  };
  const [ofHistory, ofFills] = [countOf(history), countOf(fills)];
  return {
    ...(ofHistory === undefined ? {} : { history: ofHistory }),
    ...(ofFills === undefined ? {} : { fills: ofFills }),
  };
}

/** What the lists are narrowed to, and whether that is being changed. */
function useFilter(pair: Pair) {
  const [thisPair, setThisPair] = useState(true);
  const [chosen, setChosen] = useState(everything);
  const [shown, setShown] = useState(false);
  const filter: OrderFilter = { ...chosen, pair: thisPair ? pair.code : null };
  return {
    filter,
    thisPair,
    setThisPair,
    shown,
    setShown,
    change: (changed: Partial<typeof chosen>) => setChosen((before) => ({ ...before, ...changed })),
  };
}

export interface OrdersPanelProps {
  pair: Pair;
  /** Brings up the form where it is not on the page. */
  onPlace?: (() => void) | undefined;
}

/** Orders, trades and balances of whoever is logged in. */
export function OwnPanel({ pair, onPlace }: OrdersPanelProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<TabName>('open');
  const { filter, thisPair, setThisPair, shown, setShown, change } = useFilter(pair);
  useHistoryRefresh();
  const { ready, list, sending } = useOpenOrders();
  const stale = useTradingConnection() === 'reconnecting';
  const now = new Date();
  const ofPair = list.filter((order) => filter.pair === null || order.pair === filter.pair);
  const open = ofPair.filter((order) => fits(order, filter, now));
  const counts = { ...useLoadedCounts(filter), ...(ready ? { open: String(open.length) } : {}) };
  const placeText = t('trade.desk.form');
  const place = onPlace ? (
    <Button size="small" color="black" onClick={onPlace}>
      {placeText}
    </Button>
  ) : (
    <ToFormButton label={placeText} form=".desk-form" />
  );
  const contents = {
    open: (
      <OpenOrdersTab
        orders={[...sending.filter((order) => fits(order, filter, now)), ...open]}
        loading={!ready}
        showPair={!thisPair}
        filtered={ofPair.length > 0}
        place={place}
      />
    ),
    history: <HistoryTab filter={filter} place={place} />,
    fills: <FillsTab filter={filter} place={place} />,
    balances: <BalancesTab pair={pair} />,
  };
  const bar = shown && tab !== 'balances' ? <FilterBar filter={filter} list={tab} onChange={change} /> : null;
  return (
    <Tabs<TabName>
      fill
      label={t('trade.orders.label')}
      tabs={(['open', 'history', 'fills', 'balances'] as const).map((value) => ({
        value,
        label: [
          t(`trade.orders.${value}`),
          ...(counts[value] === undefined ? [] : [`(${counts[value]})`]),
        ].join(' '),
        content: (
          <>
            {bar}
            <div className={classNames('transition-opacity', stale && 'opacity-50')}>{contents[value]}</div>
          </>
        ),
      }))}
      value={tab}
      onValueChange={setTab}
      end={
        tab !== 'balances' && (
          <span className="orders-tools">
            <Checkbox label={t('trade.orders.thisPair')} value={thisPair} onValueChange={setThisPair} />
            <FilterButton count={countFilters(filter)} shown={shown} onShown={setShown} />
            {tab !== 'open' && <ExportButton key={tab} list={tab} filter={filter} />}
            {tab === 'open' && ofPair.length > 0 && <CancelAll pair={filter.pair} count={ofPair.length} />}
          </span>
        )
      }
    />
  );
}
