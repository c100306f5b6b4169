import type { Deal } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import { fillOnWire, fillsOfTrade } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import type { FeedParts } from '../feed-parts.ts';

/** Tells everyone who is connected of their own fills, in one message for each batch. */
export function sendDeals(app: App, { live }: FeedParts, trades: readonly TradeExecuted[]): void {
  const deals = new Map<string, Deal[]>();
  for (const trade of trades) {
    const { makerAccount, takerAccount } = trade;
    // Most trades are of accounts that nobody listens for.
    if (!app.realtime.hears(makerAccount) && !app.realtime.hears(takerAccount)) continue;
    for (const fill of fillsOfTrade(trade, live.market(trade.market).quote)) {
      if (!app.realtime.hears(fill.account)) continue;
      const own = deals.get(fill.account) ?? [];
      const client_order_id = live.orders.get(fill.orderId)?.clientOrderId ?? null;
      own.push({ ...fillOnWire(fill, live.market(fill.market)), client_order_id });
      deals.set(fill.account, own);
    }
  }
  for (const [account, results] of deals)
    app.realtime.sendToUser(account, 'trading', { kind: 'deals', results });
}
