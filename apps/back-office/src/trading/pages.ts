import type { Page } from '#app/page.ts';

export const tradingPages: readonly Page[] = [
  {
    path: 'trading/markets',
    title: 'Markets',
    group: 'trading',
    capability: 'markets.read',
    icon: 'chart-candlestick',
    load: async () => (await import('./markets/markets-page.tsx')).MarketsPage,
  },
  {
    path: 'trading/markets/:pair',
    title: 'Market',
    group: 'trading',
    capability: 'markets.read',
    load: async () => (await import('./markets/market-page.tsx')).MarketPage,
  },
  {
    path: 'trading/markets/:pair/rules',
    title: 'Rules of a market',
    group: 'trading',
    capability: 'markets.propose',
    load: async () => (await import('./markets/rules-page.tsx')).RulesPage,
  },
  {
    path: 'trading/orders',
    title: 'Orders',
    group: 'trading',
    capability: 'orders.read',
    icon: 'list',
    load: async () => (await import('./orders/orders-page.tsx')).OrdersPage,
  },
  {
    path: 'trading/orders/:id',
    title: 'Order',
    group: 'trading',
    capability: 'orders.read',
    load: async () => (await import('./orders/order-page.tsx')).OrderPage,
  },
  {
    path: 'trading/trades',
    title: 'Trades',
    group: 'trading',
    capability: 'orders.read',
    icon: 'arrow-left-right',
    load: async () => (await import('./orders/trades-page.tsx')).TradesPage,
  },
];
