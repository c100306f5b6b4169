import { coldEndpoints } from '@emporion/contracts/rest';
import { readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { confirmed } from './confirmed-change.ts';
import { listHotLimits, setHotLimits } from './hot-limits.ts';

/** How operators say what the hot wallet shall hold. */
export function addHotLimitRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, coldEndpoints.limits, async () => ({
    results: (await listHotLimits(kysely)).map(({ coin, ...limits }) => ({ currency: coin, ...limits })),
  }));

  serveEndpoint(app, coldEndpoints.setLimits, async ({ caller, params, body, request }) => {
    const { network, currency } = params;
    const { floor, target, ceiling, ...given } = body;
    const limits = { floor, target, ceiling };
    const networks = await readNetworks(platform);
    const details = { network, coin: currency, ...limits };
    const former = (await listHotLimits(kysely, network)).find(({ coin }) => coin === currency);
    const before = {
      floor: former?.floor ?? null,
      target: former?.target ?? null,
      ceiling: former?.ceiling ?? null,
    };
    const by = { operatorId: caller.userId, request, ...given, event: 'hot_limits_set', before, details };
    await confirmed(platform, by, (transaction) =>
      setHotLimits(transaction, networks, { network, coin: currency, ...limits }),
    );
    return { network, currency, ...limits };
  });
}
