import { ticketDeskEndpoints as endpoints, type TicketMacro } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';

const macrosMax = 200;
const columns = sql`id::text as id, title, version, texts`;

interface Call {
  readonly caller: { readonly userId: string };
  readonly request: FastifyRequest;
}

/** Answers that are given often, in the languages of those who ask. */
export function addMacroRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const db = database.kysely;

  const record = (
    transaction: QueryExecutorProvider,
    { caller, request }: Call,
    told: { action: string; id: string; title: string },
  ) =>
    recordStaffAction(transaction, platform, {
      ...{ action: told.action, actorId: caller.userId, origin: originOf(request), reason: null },
      ...{ object: `macro:${told.id}`, after: { title: told.title } },
    });

  serveEndpoint(app, endpoints.macros, async () => {
    const { rows } = await sql<TicketMacro>`
      select ${columns} from support_macros order by title, id limit ${macrosMax}
    `.execute(db);
    return { results: rows };
  });

  serveEndpoint(app, endpoints.addMacro, (call) =>
    db.transaction().execute(async (transaction) => {
      const { title, texts } = call.body;
      const { rows } = await sql<TicketMacro>`
        insert into support_macros (title, texts, changed_at, changed_by)
        select ${title}, ${JSON.stringify(texts)}::jsonb, ${clock.now()}, ${call.caller.userId}
        where (select count(*) from support_macros) < ${macrosMax}
        returning ${columns}
      `.execute(transaction);
      const [added] = rows;
      if (!added) throw new Problem('macros_too_many', { params: { max: macrosMax } });
      await record(transaction, call, { action: 'ticket_macro_added', id: added.id, title });
      return added;
    }),
  );

  serveEndpoint(app, endpoints.changeMacro, (call) =>
    db.transaction().execute(async (transaction) => {
      const { title, texts, version } = call.body;
      const { id } = call.params;
      const known = await sql<{ version: number }>`
        select version from support_macros where id = ${id}::bigint for update
      `.execute(transaction);
      if (!known.rows[0]) throw new Problem('macro_not_found');
      if (known.rows[0].version !== version) throw new Problem('changed_meanwhile');
      const { rows } = await sql<TicketMacro>`
        update support_macros set title = ${title}, texts = ${JSON.stringify(texts)}::jsonb, version = version + 1,
          changed_at = ${clock.now()}, changed_by = ${call.caller.userId}
        where id = ${id}::bigint returning ${columns}
      `.execute(transaction);
      await record(transaction, call, { action: 'ticket_macro_changed', id, title });
      return rows[0] as TicketMacro;
    }),
  );

  serveEndpoint(app, endpoints.removeMacro, (call) =>
    db.transaction().execute(async (transaction) => {
      const { id } = call.params;
      const { rows } = await sql<{ title: string }>`
        delete from support_macros where id = ${id}::bigint returning title
      `.execute(transaction);
      if (!rows[0]) throw new Problem('macro_not_found');
      await record(transaction, call, { action: 'ticket_macro_removed', id, title: rows[0].title });
      return {};
    }),
  );
}
