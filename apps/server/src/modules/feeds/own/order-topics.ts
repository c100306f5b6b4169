import { pagesMax } from '@emporion/contracts/sockets';
import { listClosedOrders, orderOnWire, ordersHistory } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { registerTopic, type Subscriber } from '#realtime/index.ts';
import type { Unnumbered } from '../broadcast.ts';
import type { FeedParts } from '../feed-parts.ts';
import { accountOf } from './account-of.ts';
import type { OwnFeeds } from './own-feeds.ts';

const pageSize = 50;

interface Wanted {
  readonly account: string;
  readonly page: number;
  readonly pair?: string;
}

/** One's own orders, open and closed, of all pairs or of one, page by page. */
export function addOrderTopics(app: App, parts: FeedParts, feeds: OwnFeeds): void {
  const open = (
    subscriber: Subscriber,
    kind: OrdersKind,
    { page, pair }: { page: number; pair?: string },
  ) => {
    const account = accountOf(subscriber);
    const wanted = { account, page, ...(pair !== undefined && { pair }) };
    const isOpen = kind.startsWith('opened');
    return feeds.follow(subscriber, {
      account,
      name: `${kind} ${pair ?? ''} ${page}`,
      read: () => (isOpen ? readOpen(parts, kind, wanted) : readClosed(parts, kind, wanted)),
      ...(isOpen ? {} : { fromHistory: ordersHistory }),
    });
  };
  registerTopic(app, { name: 'opened_orders', open: (who, params) => open(who, 'opened_orders', params) });
  registerTopic(app, { name: 'closed_orders', open: (who, params) => open(who, 'closed_orders', params) });
  registerTopic(app, {
    name: 'opened_orders_by_pair',
    open: (who, params) => open(who, 'opened_orders_by_pair', checked(parts, params)),
  });
  registerTopic(app, {
    name: 'closed_orders_by_pair',
    open: (who, params) => open(who, 'closed_orders_by_pair', checked(parts, params)),
  });
}

type OrdersKind = 'opened_orders' | 'closed_orders' | 'opened_orders_by_pair' | 'closed_orders_by_pair';

/** @throws Problem invalid_trading_pair. */
function checked<Params extends { pair: string }>({ live }: FeedParts, params: Params): Params {
  live.market(params.pair);
  return params;
}

function readOpen({ live }: FeedParts, kind: OrdersKind, { account, page, pair }: Wanted): Unnumbered {
  const own = live.orders.openOf(account).filter(({ market }) => pair === undefined || market === pair);
  const rows = own.slice((page - 1) * pageSize, page * pageSize);
  return ordersMessage(kind, {
    ...(pair !== undefined && { pair }),
    page,
    total_pages: Math.ceil(own.length / pageSize),
    results: rows.map((order) => orderOnWire(order, live)),
  });
}

async function readClosed(
  { platform, live }: FeedParts,
  kind: OrdersKind,
  { account, page, pair }: Wanted,
): Promise<Unnumbered> {
  const { rows, pages } = await listClosedOrders(platform.database.kysely, {
    account,
    market: pair,
    page,
    pageSize,
    pagesMax,
  });
  return ordersMessage(kind, {
    ...(pair !== undefined && { pair }),
    page,
    total_pages: pages,
    results: rows.map((order) => orderOnWire(order, live)),
  });
}

/** The kinds of one pair carry it and the others do not, as their contracts say. */
function ordersMessage(kind: OrdersKind, body: object): Unnumbered {
  return { kind, ...body } as Unnumbered;
}
