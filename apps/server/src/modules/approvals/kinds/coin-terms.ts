import {
  applyDueTerms,
  linesOf,
  requireFreeTermsDay,
  requireUsableTerms,
  scheduleTerms,
} from '#modules/market-operations/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';

const aheadMaxMs = 366 * 86_400_000;

/** What a coin costs users and how much of it may move, from a moment on. Approved it is scheduled; a job puts it into force. */
export const coinTerms: ApprovalKind<'coin_terms'> = {
  name: 'coin_terms',
  approve: 'markets.approve',
  action: 'coin_terms_scheduled',
  lifeHours: 72,
  check: async ({ database, clock }, { currency: coin, effective, terms }) => {
    await requireUsableTerms(database.kysely, coin, terms);
    const now = clock.now();
    const ahead = Date.parse(effective) - now.getTime();
    if (ahead <= 0 || ahead > aheadMaxMs) throw new Problem('draft_date_passed');
    await requireFreeTermsDay(database.kysely, { coin, effective }, { alsoProposed: now });
  },
  // Approved after its moment it counts from the approval on, also for deposits.
  finish: async (transaction, platform, { currency: coin, effective, terms }, { id }) => {
    const now = platform.clock.now();
    const from = Date.parse(effective) > now.getTime() ? effective : now.toISOString();
    const before = await scheduleTerms(transaction, { id, coin, effective: from, terms });
    return {
      before: { terms: linesOf(before) },
      after: { coin, effective: from, terms: linesOf(terms) },
    };
  },
  afterwards: async (platform) => void (await applyDueTerms(platform)),
};
