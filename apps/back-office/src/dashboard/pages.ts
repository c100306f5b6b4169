import type { Page } from '#app/page.ts';

export const dashboardPages: readonly Page[] = [
  {
    path: '',
    title: 'Dashboard',
    group: 'overview',
    capability: 'desk.enter',
    icon: 'layout-grid',
    load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
  },
];
