import { movementEndpoints } from '@emporion/contracts/rest';
import { requireSeen } from '#modules/trading/index.ts';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireKnownFilters } from '../known-filters.ts';
import { findMovement } from './find-movement.ts';
import { listMovements } from './list-movements.ts';
import { movementFilterOf } from './movement-filter.ts';
import { movementHistories } from './movement-histories.ts';
import { readMovements } from './read-movements.ts';

/** Readings at the same time, each of another user. A filter that fits few movements of many reads far: that must not take the database from others. */
const readingsMax = 4;
/** More than a page of the web application has under way. */
const waitingMax = 20;

export function addMovementRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const turns = new FairTurns(readingsMax, waitingMax);

  serveEndpoint(app, movementEndpoints.list, async ({ caller: { userId }, query }) => {
    const { limit, cursor, ...filter } = query;
    await requireKnownFilters(platform, filter);
    await requireSeen(platform, movementHistories);
    const decimals = await platform.view.read(({ coins }) => new Map(coins));
    return turns.run(userId, async () => {
      const page = { limit, cursor, decimals };
      const { rows, next } = await listMovements(kysely, movementFilterOf(userId, filter), page);
      return { results: await readMovements(platform, userId, rows), next };
    });
  });

  serveEndpoint(app, movementEndpoints.read, async ({ caller: { userId }, params: { id } }) => {
    await requireSeen(platform, movementHistories);
    const found = await turns.run(userId, () => findMovement(platform, userId, id));
    if (!found) throw new Problem('transaction_not_found');
    return found;
  });
}
