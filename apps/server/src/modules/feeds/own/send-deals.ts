import type { Trade } from '@emporion/contracts/rest';
import type { TradeExecuted } from '@emporion/core';
import type { App } from '#platform/http/app.ts';
import type { FeedParts } from '../feed-parts.ts';
import { recordOf } from '../trades/trade-log.ts';
import { tradeOnWire } from '../trades/trade-wire.ts';

/** Tells everyone who is connected of their own fills, in one message for each batch. */
export function sendDeals(app: App, { live }: FeedParts, trades: readonly TradeExecuted[]): void {
  const deals = new Map<string, Trade[]>();
  for (const trade of trades) {
    const makerSide = trade.takerSide === 'buy' ? 'sell' : 'buy';
    const sides = [
      [trade.makerAccount, makerSide],
      [trade.takerAccount, trade.takerSide],
    ] as const;
    for (const [account, side] of sides) {
      if (!app.realtime.hears(account)) continue;
      const own = deals.get(account) ?? [];
      own.push(tradeOnWire(recordOf(trade), live.market(trade.market), side));
      deals.set(account, own);
    }
  }
  for (const [account, results] of deals)
    app.realtime.sendToUser(account, 'trading', { kind: 'deals', results });
}
