import type { Page } from '#app/page.ts';

export const auditPages: readonly Page[] = [
  {
    path: 'audit',
    title: 'Audit log',
    group: 'system',
    capability: 'audit.read',
    icon: 'history',
    load: async () => (await import('./audit-page.tsx')).AuditPage,
  },
  {
    path: 'security-events',
    title: 'Security events',
    group: 'system',
    capability: 'audit.read',
    icon: 'key-round',
    load: async () => (await import('./security-events-page.tsx')).SecurityEventsPage,
  },
];
