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
];
