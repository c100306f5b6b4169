import { rateEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import { readMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { currentRates } from './current-rates.ts';
import { addFiatRate, listFiatRates, requireSmallStep } from './fiat-rates.ts';
import { showRate } from './value.ts';

export function addRateRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, rateEndpoints.list, async ({ query: { in: currency } }) => {
    const rates = await currentRates(platform)(currency);
    const { coins } = await readMarkets(platform);
    return {
      in: currency,
      results: coins.map(({ code }) => {
        const { now, before } = rates.get(code) ?? {};
        return {
          coin: code,
          rate: now ? showRate(now) : null,
          rate_24h: before ? showRate(before) : null,
          time: now ? new Date(now.at).toISOString() : null,
        };
      }),
    };
  });
}

/** What an operator says of currencies. A change, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addFiatRateRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, rateEndpoints.listFiat, async () => ({ results: await listFiatRates(platform) }));

  serveEndpoint(app, rateEndpoints.setFiat, async ({ caller, params: { currency }, body, request }) => {
    const { rate, reason, confirmation } = body;
    const { userId } = caller;
    const origin = originOf(request);
    const action = { userId, action: 'back_office', confirmation, origin } as const;
    const former = (await listFiatRates(platform)).find((each) => each.currency === currency);
    await requireConfirmation(platform, action, async (transaction) => {
      await requireSmallStep(transaction, platform, { currency, rate });
      await addFiatRate(transaction, {
        ...{ currency, rate, at: platform.clock.now(), entered: { by: userId, reason } },
      });
      await recordStaffAction(transaction, platform, {
        ...{ action: 'fiat_rate_set', actorId: userId, origin, reason, object: `currency:${currency}` },
        ...{ before: { rate: former?.rate ?? null }, after: { rate } },
      });
    });
    const entered = (await listFiatRates(platform)).find((each) => each.currency === currency);
    invariant(entered, 'a rate that was entered is not there');
    return entered;
  });
}
