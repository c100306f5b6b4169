import {
  type Fill,
  type Movement,
  type Order,
  orderTypes,
  userViewEndpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';

import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { SegmentedControl } from '@emporion/web/ui/tabs/segmented-control.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

interface View {
  readonly id: string;
  readonly expires: string;
}

const typeNames = Object.entries(orderTypes);
const typeOf = (type: number): string =>
  inWords(typeNames.find(([, number]) => number === type)?.[0] ?? String(type));

const orderColumns: readonly Column<Order>[] = [
  { id: 'time', label: 'Time', cell: ({ time }) => <Time at={time} /> },
  { id: 'pair', label: 'Pair', cell: ({ pair }) => <b className="font-semibold">{pair}</b> },
  { id: 'type', label: 'Type', cell: ({ type }) => typeOf(type) },
  { id: 'side', label: 'Side', cell: ({ operation }) => inWords(operation) },
  {
    id: 'price',
    label: 'Price',
    cell: ({ price }) => (price === null ? 'Any' : <ExactAmount value={price} />),
    isNumeric: true,
  },
  {
    id: 'quantity',
    label: 'Amount',
    cell: ({ quantity }) => <ExactAmount value={quantity} />,
    isNumeric: true,
  },
  { id: 'filled', label: 'Filled', cell: ({ filled }) => <ExactAmount value={filled} />, isNumeric: true },
  { id: 'status', label: 'Status', cell: ({ status }) => inWords(status) },
  { id: 'id', label: 'Id', cell: ({ id }) => id, isHidden: true },
];

const fillColumns: readonly Column<Fill>[] = [
  { id: 'time', label: 'Time', cell: ({ time }) => <Time at={time} /> },
  { id: 'pair', label: 'Pair', cell: ({ pair }) => <b className="font-semibold">{pair}</b> },
  { id: 'side', label: 'Side', cell: ({ operation }) => inWords(operation) },
  { id: 'price', label: 'Price', cell: ({ price }) => <ExactAmount value={price} />, isNumeric: true },
  {
    id: 'quantity',
    label: 'Amount',
    cell: ({ quantity }) => <ExactAmount value={quantity} />,
    isNumeric: true,
  },
  { id: 'total', label: 'Total', cell: ({ total }) => <ExactAmount value={total} />, isNumeric: true },
  {
    id: 'fee',
    label: 'Fee',
    cell: ({ fee, fee_coin }) => <ExactAmount value={fee} unit={fee_coin} />,
    isNumeric: true,
  },
];

const movementColumns: readonly Column<z.infer<typeof Movement>>[] = [
  { id: 'date', label: 'Time', cell: ({ date }) => <Time at={date} /> },
  { id: 'type', label: 'Type', cell: ({ type }) => inWords(type) },
  {
    id: 'change',
    label: 'Change',
    cell: ({ change, currency }) => <ExactAmount value={change} unit={currency} signed />,
    isNumeric: true,
  },
  { id: 'status', label: 'Status', cell: ({ status }) => inWords(status) },
  { id: 'where', label: 'Where', cell: ({ address, counterparty }) => counterparty ?? address ?? '–' },
  { id: 'hash', label: 'Transaction', cell: ({ hash }) => hash ?? '–', isHidden: true },
];

function Wallets({ view }: { view: string }) {
  const answer = useQuery({
    queryKey: ['user-view', view, 'wallets'],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(userViewEndpoints.wallets, { params: { view }, signal })).wallets,
  });
  if (answer.isPending) return <Loading />;
  if (answer.data === undefined)
    return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  return (
    <div className="table-scroll rounded-md bg-surface">
      <table className="table">
        <caption className="sr-only">Wallet</caption>
        <thead>
          <tr>
            {['Coin', 'Available', 'In orders', 'On hold', 'Arriving'].map((label, index) => (
              <th key={label} scope="col" className={index === 0 ? undefined : 'text-right'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.data.map(({ coin, actual, orders, locked, incoming }) => (
            <tr key={coin}>
              <td data-label="Coin">
                <b className="font-semibold">{coin}</b>
              </td>
              {Object.entries({
                Available: actual,
                'In orders': orders,
                'On hold': locked,
                Arriving: incoming,
              }).map(([label, amount]) => (
                <td key={label} data-label={label} className="text-right">
                  <ExactAmount value={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Orders({ view }: { view: string }) {
  const list = useList(userViewEndpoints.orders, { params: { view } });
  return (
    <ListTable
      name="user-view-orders"
      caption="Orders"
      columns={orderColumns}
      list={list}
      rowKey={({ id }) => id}
      emptyText="No orders."
    />
  );
}

function Fills({ view }: { view: string }) {
  const list = useList(userViewEndpoints.fills, { params: { view } });
  return (
    <ListTable
      name="user-view-trades"
      caption="Trades"
      columns={fillColumns}
      list={list}
      rowKey={({ id, order_id }) => `${id}:${order_id}`}
      emptyText="No trades."
    />
  );
}

function Movements({ view }: { view: string }) {
  const list = useList(userViewEndpoints.movements, { params: { view } });
  return (
    <ListTable
      name="user-view-movements"
      caption="History"
      columns={movementColumns}
      list={list}
      rowKey={({ id }) => id}
      emptyText="No movements."
    />
  );
}

const rooms = { wallet: Wallets, orders: Orders, trades: Fills, history: Movements } as const;
type Room = keyof typeof rooms;

function Rooms({ view, leave }: { view: View; leave(): void }) {
  const [room, setRoom] = useState<Room>('wallet');
  const Shown = rooms[room];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-warn" role="status">
        You see what the user sees, read-only, until <Time at={view.expires} />. The audit log has it.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl<Room>
          label="What they see"
          value={room}
          onValueChange={setRoom}
          segments={(Object.keys(rooms) as Room[]).map((value) => ({ value, label: inWords(value) }))}
        />
        <Button color="black" onClick={leave}>
          Close this view
        </Button>
      </div>
      <Shown key={room} view={view.id} />
    </div>
  );
}

/** What the user's own pages show, for a reason that is written down once. No session of theirs is made. */
export function UserViewTab({ id }: { id: string }) {
  const [view, setView] = useState<View>();
  if (view !== undefined) {
    const leave = (): void => {
      void call(userViewEndpoints.end, { params: { view: view.id }, body: {} });
      setView(undefined);
    };
    return <Rooms view={view} leave={leave} />;
  }
  const open = (): void =>
    askAction({
      title: 'See what the user sees',
      text: 'Read-only, for fifteen minutes. Nobody is logged in as the user. The user can see in their security history that it happened.',
      fields: [reasonField],
      confirm: 'Open',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(userViewEndpoints.open, { params: { id }, body: { reason, confirmation } }),
          done: 'The view is open for fifteen minutes.',
          onDone: setView,
        }),
    });
  return (
    <Card>
      <EmptyState
        text="Their wallet, orders, trades and history, as they see them."
        action={<Button onClick={open}>See what they see</Button>}
      />
    </Card>
  );
}
