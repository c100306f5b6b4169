import { createECDH } from 'node:crypto';
import { notificationChoiceEndpoints as endpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { originOf, requireUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { isLoggedIn } from './logged-in.ts';
import { mayBePushService } from './push-address.ts';
import { readVapidKey } from './vapid-key.ts';

/** So many browsers of one user at most. */
const browsersMax = 10;

interface Row {
  readonly id: string;
  readonly browser: string;
  readonly createdAt: Date;
}

const onWire = ({ id, browser, createdAt }: Row) => ({ id, browser, created: createdAt.toISOString() });
const columns = sql`id, browser, created_at as "createdAt"`;

export function addPushRoutes(app: App, { database, config, clock }: Platform): void {
  const db = database.kysely;

  serveEndpoint(app, endpoints.pushKey, async ({ caller: { userId } }) => {
    const { publicKey: key } = await readVapidKey(db, config);
    const { rows } = await sql<Row>`
      select ${columns} from push_subscriptions where user_id = ${userId} and ${isLoggedIn(clock.now())}
      order by created_at, id
    `.execute(db);
    return { key, results: rows.map(onWire) };
  });

  serveEndpoint(app, endpoints.subscribe, async ({ caller: { userId, sessionId }, body, request }) => {
    const { endpoint, p256dh, auth } = body;
    if (!mayBePushService(endpoint) || !isUsable(p256dh, auth))
      throw new Problem('push_address_refused', { fields: { endpoint: { code: 'push_address_refused' } } });
    const { device } = originOf(request);
    return database.kysely.transaction().execute(async (transaction) => {
      // Locked, so that many at once are counted one by one.
      await requireUser(transaction, userId);
      // Those of sessions that are over are shown nowhere: nobody could remove them to make room.
      await sql`
        delete from push_subscriptions where user_id = ${userId} and not ${isLoggedIn(clock.now())}
      `.execute(transaction);
      // A browser belongs to whoever logged in there last: the one before is not told there any more.
      const { rows } = await sql<Row>`
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, browser, created_at)
        values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${device}, ${clock.now()})
        on conflict (endpoint) do update set
          user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, browser = excluded.browser, failures = 0
        returning ${columns}
      `.execute(transaction);
      const { rows: all } = await sql<{ count: number }>`
        select count(*)::int as count from push_subscriptions where user_id = ${userId}
      `.execute(transaction);
      const [row] = rows;
      if (!row || (all[0]?.count ?? 0) > browsersMax) throw new Problem('too_many_browsers');
      return onWire(row);
    });
  });

  serveEndpoint(app, endpoints.unsubscribe, async ({ caller: { userId }, params }) => {
    const { rows } = await sql`
      delete from push_subscriptions where id = ${params.id} and user_id = ${userId} returning id
    `.execute(db);
    if (rows.length === 0) throw new Problem('not_found');
    return {};
  });
}

/** Whether something can be encrypted for these keys. */
function isUsable(p256dh: string, auth: string): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    return false;
  }
}
