import { sql } from 'kysely';
import { z } from 'zod';
import { findUser } from '#modules/identity/index.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { mailList } from './list-mail.ts';
import { findNewsletter, isSubscribed } from './newsletter-rows.ts';

export const newsletterJob = 'notifications.newsletter';

const Payload = z.object({ newsletter: z.string() });
const atOnce = 50;

/** Writes to everybody who wants news, some at a time, each once: how far it came is kept with the mails. Whoever leaves meanwhile is not written to. */
export const sendNewsletter: JobHandler = async (payload, { platform, signal }) => {
  const { newsletter: id } = Payload.parse(payload);
  for (;;) {
    signal.throwIfAborted();
    const isOver = await platform.database.kysely.transaction().execute(async (transaction) => {
      const newsletter = await findNewsletter(transaction, id, sql`for update of newsletters`);
      if (newsletter?.state !== 'sending') return true;
      const { title, text, reached } = newsletter;
      const { rows } = await sql<{ id: string }>`
        select id from users where ${isSubscribed} and (${reached}::uuid is null or id > ${reached}::uuid)
        order by id limit ${atOnce}
      `.execute(transaction);
      for (const row of rows) {
        const user = await findUser(transaction, row.id);
        if (!user) continue;
        const { language } = user;
        const words = { title: title[language] ?? title.en, text: text[language] ?? text.en };
        await mailList(transaction, platform, { user, list: 'newsletter', ...words });
      }
      await sql`
        update newsletters set recipients = recipients + ${rows.length}, reached = ${rows.at(-1)?.id ?? reached},
          state = ${rows.length < atOnce ? 'sent' : 'sending'}
        where id = ${id}::bigint
      `.execute(transaction);
      return rows.length < atOnce;
    });
    if (isOver) return;
  }
};
