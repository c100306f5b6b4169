import type { Page } from '#app/page.ts';

export const tradingPages: readonly Page[] = [
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
