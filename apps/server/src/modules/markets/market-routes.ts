import { marketEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readMarkets } from './market-cache.ts';

export function addMarketRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, marketEndpoints.coins, async () => {
    const { coins, blockchains } = await readMarkets(platform);
    return {
      coins: [...coins],
      commons: {
        blockchain_definitions: Object.fromEntries(
          blockchains.map((chain) => [chain.code, chain.definition]),
        ),
        token_tx_explorers: Object.fromEntries(blockchains.map((chain) => [chain.code, chain.txExplorer])),
      },
    };
  });
  serveEndpoint(app, marketEndpoints.limits, async () => {
    const { coins } = await readMarkets(platform);
    return { limits: coins.map(({ code, fee, limits }) => ({ code, fee, limits })) };
  });
  serveEndpoint(app, marketEndpoints.pairs, async () => {
    const { pairs } = await readMarkets(platform);
    return { pairs: [...pairs] };
  });
  serveEndpoint(app, marketEndpoints.pairsVolume, async () => {
    const { pairs } = await readMarkets(platform);
    return {
      pairs: pairs.map(({ id, code, volume, price, price_24h }) => ({ id, code, volume, price, price_24h })),
    };
  });
}
