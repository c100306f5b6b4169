import type { Page } from '#app/page.ts';

export const cardPages: readonly Page[] = [
  {
    path: 'cards',
    title: 'Card payments',
    group: 'wallet',
    capability: 'deposits.read',
    icon: 'arrow-left-right',
    load: async () => (await import('./card-orders-page.tsx')).CardOrdersPage,
  },
  {
    path: 'cards/systems',
    title: 'Pay systems',
    group: 'wallet',
    capability: 'deposits.read',
    load: async () => (await import('./pay-systems-page.tsx')).PaySystemsPage,
  },
  {
    path: 'cards/:id',
    title: 'Card payment',
    group: 'wallet',
    capability: 'deposits.read',
    load: async () => (await import('./card-order-page.tsx')).CardOrderPage,
  },
];
