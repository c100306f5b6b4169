import {
  type Endpoint,
  movementEndpoints,
  orderEndpoints,
  overviewEndpoints,
  userViewEndpoints,
  walletEndpoints,
} from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import { handlerOf, serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireOther } from './change-user.ts';
import { requireListed, sightOf } from './user-rows.ts';

const viewMinutes = 15;

/**
 * Staff see what a user sees: the handlers of the user's own calls answer with the user's id. No session and no token of theirs is made, and only calls that read are
 * here. Who opens a view says why, and that is in the audit log, once.
 */
export function addViewRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const db = database.kysely;

  serveEndpoint(
    app,
    userViewEndpoints.open,
    async ({ caller, params: { id }, body: { reason, confirmation }, request }) => {
      const origin = originOf(request);
      await requireOther(platform, { caller, id, origin });
      await requireListed(db, id, sightOf(caller));
      const { userId: staff } = caller;
      const now = clock.now();
      const expires = new Date(now.getTime() + viewMinutes * 60_000);
      const action = { userId: staff, action: 'back_office', confirmation, origin } as const;
      return requireConfirmation(platform, action, async (transaction) => {
        await sql`delete from user_views where staff_id = ${staff} and expires_at <= ${now}`.execute(
          transaction,
        );
        const { rows } = await sql<{ id: string }>`
        insert into user_views (staff_id, user_id, opened_at, expires_at) values (${staff}, ${id}, ${now}, ${expires}) returning id
      `.execute(transaction);
        const view = rows[0]?.id ?? '';
        await recordStaffAction(transaction, platform, {
          ...{ action: 'user_view_opened', actorId: staff, subjectId: id, origin, reason },
          ...{ object: `view:${view}`, after: { until: expires.toISOString() } },
        });
        return { id: view, user: id, expires: expires.toISOString() };
      });
    },
  );

  serveEndpoint(app, userViewEndpoints.end, async ({ caller, params: { view } }) => {
    await sql`delete from user_views where id = ${view} and staff_id = ${caller.userId}`.execute(db);
    return {};
  });

  const { wallets, overview, orders, fills, movements } = userViewEndpoints;
  const seen: readonly (readonly [Endpoint, Endpoint])[] = [
    [wallets, walletEndpoints.wallets],
    [overview, overviewEndpoints.read],
    [orders, orderEndpoints.list],
    [fills, orderEndpoints.fills],
    [movements, movementEndpoints.list],
  ];
  for (const [endpoint, own] of seen)
    serveEndpoint(app, endpoint, async ({ caller, params, query, request, reply }) => {
      const userId = await viewedBy(platform, caller as Caller, (params as unknown as { view: string }).view);
      const asUser = { userId, sessionId: 'view' };
      return handlerOf(
        app,
        own,
      )({ ...{ params: {}, query, body: undefined, caller: asUser, request, reply } } as never);
    });
}

/** @throws Problem user_view_ended for one that is over, or somebody else's. */
async function viewedBy({ database, clock }: Platform, { userId }: Caller, view: string): Promise<string> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from user_views where id = ${view} and staff_id = ${userId} and expires_at > ${clock.now()}
  `.execute(database.kysely);
  const [found] = rows;
  if (!found) throw new Problem('user_view_ended');
  return found.userId;
}
