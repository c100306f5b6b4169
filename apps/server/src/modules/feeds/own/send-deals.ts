import type { Deal } from '@emporion/contracts/rest';
import type { ExchangeEvent, SwapExecuted, TradeExecuted } from '@emporion/core';
import { formatDecimal } from '@emporion/kernel';
import { fillOnWire, fillsOfTrade, type LiveExchange } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import type { FeedParts } from '../feed-parts.ts';

type SwapOfDeal = NonNullable<Deal['swap']>;

/** The swaps of a batch, by each order that made them. */
function swapsByOrder(live: LiveExchange, events: readonly ExchangeEvent[]): ReadonlyMap<number, SwapOfDeal> {
  const show = (coin: string, amount: bigint) => formatDecimal(amount, live.coins.get(coin) ?? 0);
  const onWire = ({ from, to, given, received, orderIds }: SwapExecuted): SwapOfDeal => ({
    id: String(orderIds[0]),
    from,
    to,
    given: show(from, given),
    received: show(to, received),
  });
  const swaps = events.filter((event) => event.kind === 'SwapExecuted');
  return new Map(swaps.flatMap((swap) => swap.orderIds.map((order) => [order, onWire(swap)] as const)));
}

/** Sends to each connected user their own fills of a batch, in one message. */
export function sendDeals(
  app: App,
  { live }: FeedParts,
  { trades, events }: { trades: readonly TradeExecuted[]; events: readonly ExchangeEvent[] },
): void {
  const deals = new Map<string, Deal[]>();
  let swaps: ReadonlyMap<number, SwapOfDeal> | undefined;
  for (const trade of trades) {
    const { makerAccount, takerAccount } = trade;
    // Most trades are of accounts that are not connected.
    if (!app.realtime.hears(makerAccount) && !app.realtime.hears(takerAccount)) continue;
    for (const fill of fillsOfTrade(trade, live.market(trade.market).quote)) {
      if (!app.realtime.hears(fill.account)) continue;
      const own = deals.get(fill.account) ?? [];
      const client_order_id = live.orders.get(fill.orderId)?.clientOrderId ?? null;
      swaps ??= swapsByOrder(live, events);
      const swap = swaps.get(fill.orderId);
      own.push({ ...fillOnWire(fill, live.market(fill.market)), client_order_id, ...(swap && { swap }) });
      deals.set(fill.account, own);
    }
  }
  for (const [account, results] of deals)
    app.realtime.sendToUser(account, 'trading', { kind: 'deals', results });
}
