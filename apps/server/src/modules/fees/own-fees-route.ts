import { feeEndpoints } from '@emporion/contracts/rest';
import { formatDecimal, invariant } from '@emporion/kernel';
import { seen } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { percent } from './fee-routes.ts';
import { listFeeTiers } from './tiers/fee-tiers.ts';
import { volumeCoin, volumeValue } from './tiers/volume-value.ts';
import { readVolumes, volumeHistory } from './volumes/volumes.ts';

/** What trading costs whoever asks. The tier is the one the exchange takes fees by, not the one that the volume of this moment would give. */
export function addOwnFeesRoute(app: App, platform: Platform): void {
  const { database, view, clock } = platform;
  serveEndpoint(app, feeEndpoints.own, async ({ caller }) => {
    await seen(platform, volumeHistory);
    const [tiers, volumes] = await Promise.all([
      listFeeTiers(database.kysely),
      readVolumes(database.kysely, { account: caller.userId, now: clock.now().getTime() }),
    ]);
    const { number, value, decimals } = await view.read((exchange) => ({
      // Who has never traded has no account yet, and begins at the lowest tier.
      number: exchange.findAccount(caller.userId)?.tier ?? 0,
      value: volumeValue(exchange, volumes),
      decimals: exchange.coins.get(volumeCoin) ?? 0,
    }));
    const tier = tiers.find((each) => each.tier === number) ?? tiers[0];
    invariant(tier !== undefined, 'There is no fee tier.');
    return {
      tier: tier.name,
      maker: percent(tier.maker),
      taker: percent(tier.taker),
      volume_30d: formatDecimal(value, decimals),
    };
  });
}
