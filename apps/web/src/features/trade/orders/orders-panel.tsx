import type { Pair } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { settingsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import type { HistoryState } from '../api/queries.ts';
import { BalancesTab } from '../balances/balances-tab.tsx';
import { cancelAllOrders } from './change-order.ts';
import { confirmCancelAll } from './confirm-cancel-all.tsx';
import { FillsTab } from './fills-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { useFreshHistory, useOpenOrders } from './open-orders.ts';
import { OpenOrdersTab } from './open-orders-tab.tsx';
import { StateFilter } from './state-filter.tsx';

type TabName = 'open' | 'history' | 'fills' | 'balances';

function Visitor() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon="list"
      text={t('trade.orders.visitor')}
      action={
        <LinkButton size="small" to={`/login?${new URLSearchParams({ redirectFrom: pathname })}`}>
          {t('trade.logIn')}
        </LinkButton>
      }
    />
  );
}

function CancelAll({ pair, count }: { pair: string | null; count: number }) {
  const { t } = useTranslation();
  const asks = useQuery(settingsQuery).data?.preferences.confirm_cancel_all ?? true;
  const [pending, setPending] = useState(false);
  const press = async (): Promise<void> => {
    if (asks && !(await confirmCancelAll({ pair, count, t }))) return;
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

/** Orders, trades and balances of whoever is logged in. */
function OwnPanel({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<TabName>('open');
  const [everyPair, setEveryPair] = useState(false);
  const [state, setState] = useState<HistoryState>('all');
  useFreshHistory();
  const { ready, list } = useOpenOrders();
  const shownPair = everyPair ? null : pair.code;
  const open = everyPair ? list : list.filter((order) => order.pair === pair.code);
  const contents = {
    open: <OpenOrdersTab orders={open} loading={!ready} showPair={everyPair} />,
    history: <HistoryTab pair={shownPair} state={state} />,
    fills: <FillsTab pair={shownPair} />,
    balances: <BalancesTab pair={pair} />,
  };
  return (
    <Tabs<TabName>
      fill
      label={t('trade.orders.label')}
      tabs={(['open', 'history', 'fills', 'balances'] as const).map((value) => ({
        value,
        label:
          value === 'open' && ready
            ? `${t('trade.orders.open')} (${open.length})`
            : t(`trade.orders.${value}`),
        content: contents[value],
      }))}
      value={tab}
      onValueChange={setTab}
      end={
        <span className="flex items-center gap-3">
          {tab === 'history' && <StateFilter state={state} onState={setState} />}
          {tab !== 'balances' && (
            <Checkbox label={t('trade.orders.everyPair')} value={everyPair} onValueChange={setEveryPair} />
          )}
          {tab === 'open' && open.length > 0 && <CancelAll pair={shownPair} count={open.length} />}
        </span>
      }
    />
  );
}

export function OrdersPanel({ pair }: { pair: Pair }) {
  return useIsLoggedIn() ? <OwnPanel pair={pair} /> : <Visitor />;
}
