import { settingsEndpoints } from '@emporion/contracts/rest';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { originOf } from '../origins/origin.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { revokeTokensFor } from '../tokens/tokens.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import { listOpenSessions } from './open-sessions.ts';
import { listOwnEvents } from './own-events.ts';

export function addSessionRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;

  serveEndpoint(app, settingsEndpoints.sessions, async ({ caller: { userId, sessionId } }) => {
    const sessions = await listOpenSessions(db, { userId, now: platform.clock.now() });
    return {
      sessions: sessions.map(({ id, device, address, place, createdAt, lastUsedAt }) => ({
        id,
        current: id === sessionId,
        device,
        address,
        place,
        created: createdAt.toISOString(),
        last_used: lastUsedAt.toISOString(),
      })),
    };
  });

  serveEndpoint(
    app,
    settingsEndpoints.endSession,
    async ({ caller: { userId }, params, request }) => {
      // Ids that are no ids, and those of other people's sessions, are not found.
      const only = z.uuid().safeParse(params.id).data;
      if (only === undefined) throw new Problem('not_found');
      await accountTransaction(platform, { userId, lane: 'rescue' }, async (transaction) => {
        await requireUser(transaction, userId);
        const ended = await endSessions(transaction, platform, { userId, only, by: 'owner' });
        if (ended === 0) throw new Problem('not_found');
        await revokeTokensFor(transaction, platform, { userId, purpose: 'email_change' });
        const origin = originOf(request);
        await recordSecurityEvent(transaction, { event: 'session_ended', userId, actorId: userId, origin });
      });
      return {};
    },
    { unqueued: true },
  );

  serveEndpoint(
    app,
    settingsEndpoints.endOtherSessions,
    ({ caller: { userId, sessionId }, request }) =>
      accountTransaction(platform, { userId, lane: 'rescue' }, async (transaction) => {
        await requireUser(transaction, userId);
        const ended = await endSessions(transaction, platform, { userId, except: sessionId, by: 'owner' });
        // What one of them asked for goes with it, also when it ended by itself a while ago.
        await revokeTokensFor(transaction, platform, { userId, purpose: 'email_change' });
        // Nothing happened, and the log only grows.
        if (ended === 0) return { ended };
        const details = { ended };
        const event = 'other_sessions_ended';
        const origin = originOf(request);
        await recordSecurityEvent(transaction, { event, userId, actorId: userId, origin, details });
        return { ended };
      }),
    { unqueued: true },
  );

  serveEndpoint(app, settingsEndpoints.history, async ({ caller: { userId }, query }) => {
    const { events, total } = await listOwnEvents(db, { userId, ...query });
    return {
      results: events.map(({ id, happenedAt, event, device, address, place }) => ({
        id: String(id),
        time: happenedAt.toISOString(),
        event,
        device: device ?? '',
        address: address ?? '',
        place,
      })),
      total,
    };
  });
}
