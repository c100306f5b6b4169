import type { ServerModule } from '#platform/module.ts';
import { applyDueTerms, termsJob } from './coin-terms/term-drafts.ts';
import { addListingRoutes } from './listings/listing-routes.ts';
import { lookAtMakers, makersJob } from './makers/look-at-makers.ts';
import { addMakerRoutes } from './makers/maker-routes.ts';
import { addMarketReadRoutes } from './markets/market-routes.ts';
import { addStateRoutes } from './markets/state-routes.ts';
import { addOrderCancelRoutes } from './orders/cancel-routes.ts';
import { addOrderReadRoutes } from './orders/read-routes.ts';
import { applyDueDrafts, draftsJob } from './rules/drafts.ts';
import { addRuleRoutes } from './rules/rule-routes.ts';
import { addSwitchRoutes } from './switches/switch-routes.ts';

export {
  applyDueTerms,
  requireFreeDay as requireFreeTermsDay,
  scheduleTerms,
} from './coin-terms/term-drafts.ts';
export { linesOf, requireUsableTerms } from './coin-terms/usable-terms.ts';
export { applyNetworkDraft, draftNetworkChange } from './listings/change-network.ts';
export { nodesOfMarkets } from './listings/node-addresses.ts';
export { applyDueDrafts } from './rules/drafts.ts';
export { requireUsableRules } from './rules/usable-rules.ts';

/** What staff do to markets and to the orders in them. */
export const marketOperationsModule: ServerModule = {
  name: 'market-operations',
  async register(app, platform) {
    addMarketReadRoutes(app, platform);
    addMakerRoutes(app, platform);
    addStateRoutes(app, platform);
    addSwitchRoutes(app, platform);
    addRuleRoutes(app, platform);
    await addListingRoutes(app, platform);
    await addOrderReadRoutes(app, platform);
    await addOrderCancelRoutes(app, platform);
  },
  jobs: {
    [draftsJob]: async (_payload, { platform }) => void (await applyDueDrafts(platform)),
    [termsJob]: async (_payload, { platform }) => void (await applyDueTerms(platform)),
    [makersJob]: (_payload, { platform }) => lookAtMakers(platform),
  },
  cron: [
    { job: draftsJob, match: '* * * * *' },
    { job: termsJob, match: '* * * * *' },
    { job: makersJob, match: '* * * * *' },
  ],
};
