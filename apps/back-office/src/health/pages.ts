import type { Page } from '#app/page.ts';

export const healthPages: readonly Page[] = [
  {
    path: 'system',
    title: 'System',
    group: 'system',
    capability: 'desk.enter',
    icon: 'monitor',
    load: async () => (await import('./system-page.tsx')).SystemPage,
  },
  {
    path: 'system/messages',
    title: 'Undelivered messages',
    group: 'system',
    capability: 'desk.enter',
    load: async () => (await import('./messages-page.tsx')).MessagesPage,
  },
];
