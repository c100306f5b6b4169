import type { Page } from '#app/page.ts';

export const supportPages: readonly Page[] = [
  {
    path: 'tickets',
    title: 'Tickets',
    group: 'support',
    capability: 'tickets.view',
    icon: 'life-buoy',
    load: async () => (await import('./tickets-page.tsx')).TicketsPage,
  },
  {
    path: 'tickets/macros',
    title: 'Saved answers',
    group: 'support',
    capability: 'tickets.view',
    icon: 'file-text',
    load: async () => (await import('./macros-page.tsx')).MacrosPage,
  },
  {
    path: 'tickets/:id',
    title: 'Ticket',
    group: 'support',
    capability: 'tickets.view',
    load: async () => (await import('./ticket-page.tsx')).TicketPage,
  },
];
