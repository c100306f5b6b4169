import { statementEndpoints } from '@emporion/contracts/rest';
import { requireSeen } from '#modules/trading/index.ts';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { ledgerHistory } from '../history/ledger.ts';
import { readStatement } from './read-statement.ts';

/** All entries of a year are added up. */
const readingsMax = 1;
const waitingMax = 3;
const perMinute = 30;

export function addStatementRoutes(app: App, platform: Platform): void {
  const turns = new FairTurns(readingsMax, waitingMax);
  serveEndpoint(
    app,
    statementEndpoints.read,
    async ({ caller: { userId }, query }) => {
      await requireSeen(platform, ledgerHistory);
      const { year, in: currency, time_zone: timeZone } = query;
      return turns.run(userId, () => readStatement(platform, { userId, year, currency, timeZone }));
    },
    { rateLimitPerMinute: perMinute },
  );
}
