import { overviewEndpoints } from '@emporion/contracts/rest';
import { requireSeen } from '#modules/trading/index.ts';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { ledgerHistory } from '../history/ledger.ts';
import { readOverview } from './read-overview.ts';
import { valueHistory } from './value-history.ts';

/** Each is some thousands of looks into an index. */
const readingsMax = 2;
const waitingMax = 10;

export function addOverviewRoutes(app: App, platform: Platform): void {
  const turns = new FairTurns(readingsMax, waitingMax);

  serveEndpoint(app, overviewEndpoints.read, async ({ caller: { userId }, query: { in: currency } }) =>
    readOverview(platform, { userId, currency }),
  );

  serveEndpoint(app, overviewEndpoints.valueHistory, async ({ caller: { userId }, query }) => {
    await requireSeen(platform, ledgerHistory);
    const { in: currency, range } = query;
    return turns.run(userId, () => valueHistory(platform)({ userId, currency, range }));
  });
}
