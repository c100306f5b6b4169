import type { Page } from '#app/page.ts';

export const userPages: readonly Page[] = [
  {
    path: 'users',
    title: 'Users',
    group: 'users',
    capability: 'users.read',
    icon: 'users',
    load: async () => (await import('./users-page.tsx')).UsersPage,
  },
  {
    path: 'users/:id',
    title: 'User',
    group: 'users',
    capability: 'users.read',
    load: async () => (await import('./user-page.tsx')).UserPage,
  },
];
