import { type LiabilitiesRun, liabilitiesRunEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { findPublication, listPublications, type Publication } from './publication.ts';
import { askForPublications } from './publish.ts';
import { requireCoin } from './require-coin.ts';

/** An operator has proofs made and sees how far they are. The request, the fresh code that it takes and its entry in the audit log stand together or not at all. */
export function addStaffRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, liabilitiesRunEndpoints.list, async ({ query: { limit, offset } }) => {
    const found = await listPublications(kysely, { limit: limit + 1, offset });
    return { results: found.slice(0, limit).map(runOnWire), more: found.length > limit };
  });

  serveEndpoint(app, liabilitiesRunEndpoints.start, async ({ caller: { userId }, body, request }) => {
    const { coin, reason, confirmation } = body;
    if (coin !== undefined) await requireCoin(kysely, coin);
    const origin = originOf(request);
    const ids = await requireConfirmation(
      platform,
      { userId, action: 'back_office', confirmation, origin },
      async (transaction) => {
        const { rows } = await sql<{ code: string }>`select code from coins order by code`.execute(
          transaction,
        );
        const coins = coin === undefined ? rows.map(({ code }) => code) : [coin];
        const asked = await askForPublications(transaction, platform, { coins, requestedBy: userId, reason });
        const action = 'liabilities_proof_requested';
        const after = { coin: coin ?? null };
        await recordStaffAction(transaction, platform, { action, actorId: userId, origin, reason, after });
        return asked;
      },
    );
    const found = await Promise.all(ids.map((id) => findPublication(kysely, id)));
    return { results: found.flatMap((each) => (each ? [runOnWire(each)] : [])) };
  });
}

function runOnWire(publication: Publication): LiabilitiesRun {
  const { id, coin, status, progress, createdAt, requestedBy, reason, failure } = publication;
  return {
    ...{ id, coin, status, progress, reason, failure },
    requested: createdAt.toISOString(),
    requested_by: requestedBy,
  };
}
