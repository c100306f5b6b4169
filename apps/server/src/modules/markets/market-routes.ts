import { marketEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readDailyMaxima, readMarkets, readTradingRules } from './market-cache.ts';
import { figuresOnWire, readPairFigures } from './pair-figures.ts';
import { rulesOnWire } from './rules-on-wire.ts';

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
    const [{ coins }, levels] = await Promise.all([readMarkets(platform), readDailyMaxima(platform)]);
    return {
      limits: coins.map(({ code, fee, limits, networks }) => ({ code, fee, limits, networks })),
      levels: [...levels],
    };
  });
  serveEndpoint(app, marketEndpoints.pairs, async () => {
    const [{ pairs }, figures, trading] = await Promise.all([
      readMarkets(platform),
      readPairFigures(platform),
      readTradingRules(platform),
    ]);
    const rules = rulesOnWire(trading);
    return {
      // The two readings may be a moment apart: a pair that only one of them knows is shown the next time.
      pairs: pairs.flatMap((pair) => {
        const known = rules.get(pair.code);
        const traded = figures.get(pair.code);
        return known === undefined ? [] : [{ ...pair, rules: known, ...(traded && figuresOnWire(traded)) }];
      }),
    };
  });
  serveEndpoint(app, marketEndpoints.pairsVolume, async () => {
    const [{ pairs }, figures] = await Promise.all([readMarkets(platform), readPairFigures(platform)]);
    return {
      pairs: pairs.map(({ id, code, volume, price, price_24h }) => {
        const traded = figures.get(code);
        return traded ? figuresOnWire(traded) : { id, code, volume, price, price_24h };
      }),
    };
  });
}
