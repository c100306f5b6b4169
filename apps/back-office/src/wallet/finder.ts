import { depositReviewEndpoints, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { amountText } from '#kit/amount-text.ts';
import type { Finder } from '#palette/search.ts';

/** Ids, hashes and addresses are found whole; a short word is none of these. */
const shortest = 20;
const most = '5';

export const withdrawalFinder: Finder = {
  heading: 'Withdrawals',
  icon: 'arrow-up-from-line',
  capability: 'withdrawals.read',
  find: async (text, signal) => {
    if (text.length < shortest) return [];
    const found = await call(withdrawalReviewEndpoints.list, { query: { text, limit: most }, signal });
    if (!found.ok) return [];
    return found.value.results.map(({ id, amount, currency, user, status }) => ({
      ...{ id, text: amountText(amount, currency), note: `${user.username}, ${status}` },
      to: `/wallet/withdrawals/${id}`,
    }));
  },
};

export const depositFinder: Finder = {
  heading: 'Deposits',
  icon: 'arrow-down-to-line',
  capability: 'deposits.read',
  find: async (text, signal) => {
    if (text.length < shortest) return [];
    const found = await call(depositReviewEndpoints.list, { query: { text, limit: most }, signal });
    if (!found.ok) return [];
    return found.value.results.map(({ id, amount, chain_amount, currency, user, status }) => ({
      ...{ id, text: amountText(amount ?? chain_amount, currency ?? 'unlisted') },
      ...{ note: `${user?.username ?? 'no owner'}, ${status}`, to: `/wallet/deposits/${id}` },
    }));
  },
};
