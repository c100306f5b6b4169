import type { ExchangeEvent } from '@emporion/core';
import type { LiveExchange } from '#modules/trading/index.ts';

/** The markets whose book an event may have changed, and the accounts it concerns. */
export interface Touched {
  readonly markets: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
}

export function touchedBy(events: readonly ExchangeEvent[], live: LiveExchange): Touched {
  const markets = new Set<string>();
  const accounts = new Set<string>();
  const touchOrder = (id: number) => {
    const order = live.orders.get(id);
    if (!order) return;
    markets.add(order.market);
    accounts.add(order.account);
  };
  for (const event of events) {
    if ('postings' in event) for (const { account } of event.postings) accounts.add(account);
    if (event.kind === 'TradeExecuted') {
      markets.add(event.market);
      accounts.add(event.makerAccount).add(event.takerAccount);
    } else if (event.kind === 'OrderPlaced') {
      markets.add(event.order.market);
      accounts.add(event.order.account);
    } else if (event.kind === 'TrailingStopsMoved') {
      for (const { orderId } of event.moves) touchOrder(orderId);
    } else if ('orderId' in event && event.kind !== 'CommandAccepted') touchOrder(event.orderId);
  }
  return { markets, accounts };
}
