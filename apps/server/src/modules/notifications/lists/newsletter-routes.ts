import { newsletterEndpoints as endpoints, type Newsletter } from '@emporion/contracts/rest';
import { sql, type Transaction } from 'kysely';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { sharesPerson } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { countSubscribers, findNewsletter, listNewsletters, type NewsletterRow } from './newsletter-rows.ts';
import { newsletterJob } from './send-newsletter.ts';

export function addNewsletterRoutes(app: App, platform: Platform): void {
  const { database, clock, jobs } = platform;
  const db = database.kysely;

  async function change(
    call: StaffCall,
    action: string,
    make: (transaction: Transaction<unknown>) => Promise<string>,
  ): Promise<Newsletter> {
    let row: NewsletterRow | undefined;
    await makeStaffChange(platform, call, async (transaction) => {
      const id = await make(transaction);
      row = await findNewsletter(transaction, id);
      return {
        action,
        object: `newsletter:${id}`,
        after: { state: row?.state ?? '', title: row?.title.en ?? '' },
      };
    });
    if (row === undefined) throw new Problem('not_found');
    return onWire(row);
  }

  /** @throws Problem not_found, changed_meanwhile for one that was sent or dropped. */
  async function requireDraft(transaction: Transaction<unknown>, id: string): Promise<NewsletterRow> {
    const row = await findNewsletter(transaction, id, sql`for update of newsletters`);
    if (!row) throw new Problem('not_found');
    if (row.state !== 'draft') throw new Problem('changed_meanwhile');
    return row;
  }

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor } }) => {
    if (cursor !== undefined && !/^[0-9]{1,18}$/.test(cursor))
      throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
    const rows = await listNewsletters(db, { before: cursor, limit: limit + 1 });
    const results = rows.slice(0, limit).map(onWire);
    const next = rows.length > limit ? (results.at(-1)?.id ?? null) : null;
    return { results, next, subscribers: await countSubscribers(db) };
  });

  serveEndpoint(app, endpoints.add, (call) =>
    change(call, 'newsletter_written', async (transaction) => {
      const { title, text } = call.body;
      const { rows } = await sql<{ id: string }>`
        insert into newsletters (title, text, written_by, written_at)
        values (${JSON.stringify(title)}::jsonb, ${JSON.stringify(text)}::jsonb, ${call.caller.userId}, ${clock.now()})
        returning id::text as id
      `.execute(transaction);
      return rows[0]?.id ?? '';
    }),
  );

  serveEndpoint(app, endpoints.send, (call) =>
    change(call, 'newsletter_sent', async (transaction) => {
      const { id } = call.params;
      const { writtenBy } = await requireDraft(transaction, id);
      // What goes out to everybody in the name of the exchange is read by a second person first.
      const { userId } = call.caller;
      if (writtenBy === userId) throw new Problem('own_proposal');
      if (await sharesPerson(transaction, { userId, others: [writtenBy] })) throw new Problem('same_person');
      await sql`
        update newsletters set state = 'sending', sent_by = ${call.caller.userId}, sent_at = ${clock.now()}
        where id = ${id}::bigint
      `.execute(transaction);
      await jobs.add(newsletterJob, { newsletter: id }, { transaction, key: `newsletter:${id}` });
      return id;
    }),
  );

  serveEndpoint(app, endpoints.drop, (call) =>
    change(call, 'newsletter_dropped', async (transaction) => {
      const { id } = await requireDraft(transaction, call.params.id);
      await sql`update newsletters set state = 'dropped' where id = ${id}::bigint`.execute(transaction);
      return id;
    }),
  );
}

function onWire(row: NewsletterRow): Newsletter {
  const { id, state, title, text, recipients, sentAt, sentBy, sentByName } = row;
  return {
    ...{ id, state, title, text, recipients },
    written: row.writtenAt.toISOString(),
    written_by: { id: row.writtenBy, username: row.writtenByName },
    sent: sentAt?.toISOString() ?? null,
    sent_by: sentBy === null ? null : { id: sentBy, username: sentByName ?? '' },
  };
}
