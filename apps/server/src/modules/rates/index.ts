import type { ServerModule } from '#platform/module.ts';
import { fetchRates } from './fetch-rates.ts';
import { addFiatRateRoutes, addRateRoutes } from './rate-routes.ts';

export { type Rate, type Rates, ratesAt } from './coin-rates.ts';
export { type CurrentRate, currentRates } from './current-rates.ts';
export { demoRate } from './demo-rates.ts';
export {
  addFiatRate,
  fiatRateDecimals,
  fiatRatesAt,
  isFiat,
  listFiatRates,
  lowestFiatRate,
} from './fiat-rates.ts';
export { type CloseTimeframe, closeSeconds } from './market-closes.ts';
export { showRate, showWorth, worthOf } from './value.ts';

const fetchJob = 'rates.fetch';

/** What coins are worth in currencies and in each other. */
export const ratesModule: ServerModule = {
  name: 'rates',
  register(app, platform) {
    addRateRoutes(app, platform);
    addFiatRateRoutes(app, platform);
  },
  registerReading: addRateRoutes,
  jobs: {
    [fetchJob]: async (_payload, { platform, signal }) => {
      const { ratesUrl } = platform.config;
      if (ratesUrl !== undefined) await fetchRates(platform, ratesUrl, signal);
    },
  },
  cron: [{ job: fetchJob, match: '*/10 * * * *' }],
};
