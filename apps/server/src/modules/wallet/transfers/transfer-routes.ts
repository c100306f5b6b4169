import { type Transfer, transferEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { findUser, maskedName, originOf, requireUser } from '#modules/identity/index.ts';
import { requireThawed } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { requireKnownFilters } from '../known-filters.ts';
import { checkRecipient, sendTransfer } from './send-transfer.ts';

export function addTransferRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, transferEndpoints.recipient, async ({ caller: { userId }, body }) => ({
    name: maskedName(
      await requireUser(kysely, await checkRecipient(platform, { userId, recipient: body.to })),
    ),
  }));

  serveEndpoint(app, transferEndpoints.send, async ({ caller, body, request }) => {
    requireThawed(caller);
    const { to: recipient, currency: coin, amount, client_id: clientId, confirmation } = body;
    const { userId, sessionId } = caller;
    const asked = { userId, sessionId, recipient, coin, amount, clientId, confirmation };
    const sent = await sendTransfer(platform, { ...asked, origin: originOf(request) });
    const recipientUser = await findUser(kysely, sent.toUser);
    return onWire({ ...sent, isSent: true, username: recipientUser?.username ?? '' });
  });

  serveEndpoint(app, transferEndpoints.list, async ({ caller: { userId }, query }) => {
    const { limit, offset, cursor, currency = null } = query;
    await requireKnownFilters(platform, query);
    const after = readCursor(cursor);
    const { rows } = await sql<Listed>`
      select transfers.id, transfers.created_at as "createdAt", from_user = ${userId} as "isSent", other.username,
        coin, trim_scale(amount)::text as amount, case when from_user = ${userId} then client_id end as "clientId"
      from transfers
      join users other on other.id = case when from_user = ${userId} then to_user else from_user end
      where (from_user = ${userId} or to_user = ${userId}) and transfers.status = 'completed'
        and (${currency}::text is null or coin = ${currency})
        and (${after?.at ?? null}::timestamptz is null
          or (transfers.created_at, transfers.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by transfers.created_at desc, transfers.id desc limit ${limit + 1} offset ${offset}
    `.execute(kysely);
    const shown = rows.slice(0, limit);
    return { results: shown.map(onWire), next: rows.length > limit ? writeCursor(shown.at(-1)) : null };
  });
}

interface Listed {
  readonly id: string;
  readonly createdAt: Date;
  readonly isSent: boolean;
  readonly username: string;
  readonly coin: string;
  readonly amount: string;
  readonly clientId: string | null;
}

function onWire({ id, createdAt, isSent, username, coin, amount, clientId }: Listed): Transfer {
  return {
    ...{ id, date: createdAt.toISOString(), direction: isSent ? 'sent' : 'received', counterparty: username },
    ...{ currency: coin, amount, fee: '0', client_id: clientId },
  };
}
