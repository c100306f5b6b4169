import { ticketEndpoints as endpoints } from '@emporion/contracts/rest';
import { readPlace, writePlace } from '#modules/wallet/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { moveOwnTicket, openTicket, replyToTicket } from './own-tickets.ts';
import { listOwn, requireTicket, type TicketRow } from './ticket-rows.ts';
import { listedTicket, ticketOnWire } from './ticket-wire.ts';

const writing = { rateLimitPerMinute: 60 };

export function addTicketRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const show = (row: TicketRow) => ticketOnWire(database.kysely, row, clock.now());

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor, state }, caller: { userId } }) => {
    const rows = await listOwn(database.kysely, {
      userId,
      state,
      after: readPlace(cursor),
      limit: limit + 1,
    });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      results: rows.slice(0, limit).map(listedTicket),
      next: last ? writePlace({ rank: 0, at: last.changedAt, id: last.id }) : null,
    };
  });

  serveEndpoint(
    app,
    endpoints.open,
    async ({ body: { attachments = [], about, client_id: clientId, ...body }, caller: { userId } }) =>
      show(await openTicket(platform, { ...body, userId, attachments, about, clientId })),
    writing,
  );

  serveEndpoint(app, endpoints.read, async ({ params: { id }, caller: { userId } }) =>
    atOneMoment(database.kysely, async (moment) =>
      ticketOnWire(moment, await requireTicket(moment, { id, userId }), clock.now()),
    ),
  );

  serveEndpoint(
    app,
    endpoints.reply,
    async ({ params: { id }, body: { text, attachments = [], client_id: clientId }, caller: { userId } }) =>
      show(await replyToTicket(platform, id, { userId, text, attachments, clientId })),
    writing,
  );

  for (const step of ['close', 'reopen'] as const)
    serveEndpoint(
      app,
      endpoints[step],
      async ({ params: { id }, caller: { userId } }) =>
        show(await moveOwnTicket(platform, { id, userId, step })),
      writing,
    );
}
