import { marketDataEndpoints } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { listFeeTiers } from './tiers/fee-tiers.ts';

/** Fees change rarely; whoever looks may see those of a moment ago. */
const keptMs = 1_000;

/** Parts per million are percents with four decimals. */
export const percent = (partsPerMillion: number) => formatDecimal(partsPerMillion, 4);

export function addFeeRoutes(app: App, { database }: Platform): void {
  const tiers = shareAnswer(() => database.publicReads.read(listFeeTiers), keptMs);
  serveEndpoint(app, marketDataEndpoints.fees, async () => ({
    tiers: (await tiers()).map(({ name, volume, maker, taker }) => ({
      tier: name,
      volume,
      maker: percent(maker),
      taker: percent(taker),
    })),
  }));
}
