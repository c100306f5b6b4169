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
    path: 'settings/announcements',
    title: 'Announcements',
    group: 'settings',
    capability: 'announcements.read',
    icon: 'bell',
    load: async () => (await import('./announcements/announcements-page.tsx')).AnnouncementsPage,
  },
  {
    path: 'settings/announcements/new',
    title: 'New announcement',
    group: 'settings',
    capability: 'announcements.write',
    load: async () => (await import('./announcements/announcement-page.tsx')).NewAnnouncementPage,
  },
  {
    path: 'settings/announcements/:id',
    title: 'Announcement',
    group: 'settings',
    capability: 'announcements.read',
    load: async () => (await import('./announcements/announcement-page.tsx')).AnnouncementPage,
  },
  {
    path: 'settings/newsletters',
    title: 'Newsletters',
    group: 'settings',
    capability: 'announcements.read',
    icon: 'mail',
    load: async () => (await import('./newsletters/newsletters-page.tsx')).NewslettersPage,
  },
  {
    path: 'settings/newsletters/new',
    title: 'New newsletter',
    group: 'settings',
    capability: 'announcements.write',
    load: async () => (await import('./newsletters/new-newsletter-page.tsx')).NewNewsletterPage,
  },
  {
    path: 'first-run',
    title: 'First set-up',
    group: 'settings',
    capability: 'settings.change',
    load: async () => (await import('./first-run-page.tsx')).FirstRunPage,
  },
];
