import { addFiatRate, listFiatRates } from '#modules/rates/index.ts';
import type { ApprovalKind } from './kind.ts';

/** The first rate of a currency, or one that is far from what is known: limits and thresholds go by it. */
export const fiatRate: ApprovalKind<'fiat_rate'> = {
  name: 'fiat_rate',
  approve: 'rates.approve',
  action: 'fiat_rate_set',
  lifeHours: 24,
  check: async () => undefined,
  finish: async (transaction, platform, { currency, rate }, { id, proposedBy, reason }) => {
    const former = (await listFiatRates(platform)).find((each) => each.currency === currency);
    await addFiatRate(transaction, {
      ...{ currency, rate, at: platform.clock.now(), entered: { by: proposedBy, reason, approval: id } },
    });
    return { before: { currency, rate: former?.rate ?? null }, after: { currency, rate } };
  },
};
