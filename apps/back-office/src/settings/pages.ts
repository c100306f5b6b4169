import type { Page } from '#app/page.ts';

export const settingsPages: readonly Page[] = [
  {
    path: 'settings',
    title: 'Settings',
    group: 'settings',
    capability: 'settings.read',
    icon: 'settings',
    load: async () => (await import('./settings-page.tsx')).SettingsPage,
  },
  {
    path: 'settings/policy',
    title: 'Fees, limits and rules',
    group: 'settings',
    capability: 'settings.read',
    icon: 'file-text',
    load: async () => (await import('./policy-page.tsx')).PolicyPage,
  },
  {
    path: 'first-run',
    title: 'First set-up',
    group: 'settings',
    capability: 'settings.change',
    load: async () => (await import('./first-run-page.tsx')).FirstRunPage,
  },
];
