import { bankEndpoints, bankReviewEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { originOf } from '#modules/identity/index.ts';
import { readPlace, writePlace } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { listBankAccounts } from './bank-accounts.ts';
import { announceDeposit, listDeposits, readDeposit } from './deposits/announce.ts';
import { arrivalOnWire, listArrivals } from './deposits/arrival.ts';
import { listAnnounced } from './deposits/list-announced.ts';
import { recordArrival } from './deposits/record.ts';
import { returnArrival } from './deposits/return.ts';

export function addBankRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  serveEndpoint(app, bankEndpoints.list, async ({ caller: { userId }, query: { currency } }) => ({
    results: await listDeposits(kysely, { userId, currency }),
  }));
  serveEndpoint(app, bankEndpoints.read, ({ caller: { userId }, params: { id } }) =>
    readDeposit(kysely, { userId, id }),
  );
  serveEndpoint(app, bankEndpoints.announce, ({ caller: { userId }, body }) =>
    announceDeposit(platform, { userId, ...body }),
  );

  serveEndpoint(app, bankReviewEndpoints.announced, ({ query }) => listAnnounced(kysely, query));
  serveEndpoint(app, bankReviewEndpoints.list, async ({ caller, query: { limit, cursor, stage } }) => {
    const after = readPlace(cursor);
    const found = await listArrivals(
      kysely,
      sql`${stage === undefined ? sql`true` : sql`stage = ${stage}`}
        and ${after ? sql`(recorded_at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
        order by recorded_at desc, own.id desc limit ${limit + 1}`,
    );
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      results: shown.map((arrival) => arrivalOnWire(arrival, caller)),
      next: last ? writePlace({ rank: 0, at: last.recordedAt, id: last.id }) : null,
    };
  });
  serveEndpoint(app, bankReviewEndpoints.returned, ({ caller, params: { id }, body, request }) =>
    returnArrival(platform, { id, caller, origin: originOf(request), ...body }),
  );
  serveEndpoint(app, bankReviewEndpoints.accounts, async () => ({ results: await listBankAccounts(kysely) }));
  serveEndpoint(app, bankReviewEndpoints.record, ({ caller, body, request }) =>
    recordArrival(platform, { caller, origin: originOf(request), body }),
  );
}
