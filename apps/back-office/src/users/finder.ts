import { userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { inWords } from '#kit/badge.tsx';
import type { Finder } from '#palette/search.ts';
import { nameOf } from './words.ts';

/** Users by whatever one knows of them: an id, an address, a name, a phone number, a transaction. */
export const userFinder: Finder = {
  heading: 'Users',
  icon: 'user',
  capability: 'users.read',
  find: async (search, signal) => {
    const answer = await call(userAdminEndpoints.list, { query: { search, limit: 6 }, signal });
    if (!answer.ok) return [];
    return answer.value.results.map((user) => ({
      id: user.id,
      text: nameOf(user),
      note: `${user.email} · ${inWords(user.status)}`,
      to: `/users/${user.id}`,
    }));
  },
};
