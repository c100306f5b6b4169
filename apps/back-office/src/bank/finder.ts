import { bankReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { amountText } from '#kit/amount-text.ts';
import type { Finder } from '#palette/search.ts';

/** Announced transfers by the reference that their sender writes on them. */
export const transferFinder: Finder = {
  heading: 'Announced transfers',
  icon: 'clock',
  capability: 'deposits.read',
  find: async (text, signal) => {
    const answer = await call(bankReviewEndpoints.announced, {
      query: { reference: text, limit: '5' },
      signal,
    });
    if (!answer.ok) return [];
    return answer.value.results.map(({ id, reference, amount, currency, user }) => ({
      ...{ id, text: reference, note: `${amountText(amount, currency)}, ${user.username}` },
      to: `/bank/announced?reference=${encodeURIComponent(reference)}`,
    }));
  },
};
