import type { Page } from '#app/page.ts';

export const bankPages: readonly Page[] = [
  {
    path: 'bank/arrivals',
    title: 'Bank transfers',
    group: 'wallet',
    capability: 'deposits.read',
    icon: 'arrow-down-to-line',
    load: async () => (await import('./arrivals-page.tsx')).ArrivalsPage,
  },
  {
    path: 'bank/announced',
    title: 'Announced transfers',
    group: 'wallet',
    capability: 'deposits.read',
    icon: 'clock',
    load: async () => (await import('./announced-page.tsx')).AnnouncedPage,
  },
  {
    path: 'bank/accounts',
    title: 'Bank accounts',
    group: 'wallet',
    capability: 'deposits.read',
    icon: 'wallet',
    load: async () => (await import('./accounts-page.tsx')).AccountsPage,
  },
];
