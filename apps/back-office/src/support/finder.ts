import { ticketDeskEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { inWords } from '#kit/badge.tsx';
import type { Finder } from '#palette/search.ts';

/** Tickets by their number or words of the subject. */
export const ticketFinder: Finder = {
  heading: 'Tickets',
  icon: 'life-buoy',
  capability: 'tickets.view',
  find: async (text, signal) => {
    const search = text.replace(/^#/, '');
    const answer = await call(ticketDeskEndpoints.list, { query: { search, limit: 5 }, signal });
    if (!answer.ok) return [];
    return answer.value.results.map(({ id, number, subject, state, user }) => ({
      ...{ id, text: `#${number} ${subject}`, to: `/tickets/${id}` },
      note: `${user?.username ?? 'visitor'}, ${inWords(state).toLowerCase()}`,
    }));
  },
};
