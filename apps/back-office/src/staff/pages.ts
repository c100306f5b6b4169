import type { Page } from '#app/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: 'staff',
    title: 'Staff',
    group: 'system',
    capability: 'staff.read',
    icon: 'shield-check',
    load: async () => (await import('./staff-page.tsx')).StaffPage,
  },
];
