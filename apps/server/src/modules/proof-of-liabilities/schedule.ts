import { sql } from 'kysely';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { addPublishJob, askForPublications } from './publish.ts';

export const dueJob = 'proof-of-liabilities.due';

/** Asked every hour: what has no publication yet, or an old one, is due. A failed one is tried again after a day, and one that is built and not published at once. */
export const publishDue: JobHandler = async (_payload, { platform }) => askForDue(platform);

export async function askForDue(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ code: string }>`
      select code from coins cross join liability_schedule
      where is_on
        -- Nobody has ever had any of it: there is nothing to prove.
        and exists (select from balances where balances.coin = code)
        and not exists (
          select from liability_publications as made
          where made.coin = code and made.created_at > ${now}::timestamptz - case
            when status = 'failed' then interval '1 day' else every_days * interval '1 day' end
        )
      order by code
    `.execute(transaction);
    const coins = rows.map(({ code }) => code);
    await askForPublications(transaction, platform, { coins, requestedBy: null, reason: null });
    const { rows: built } = await sql<{ id: string }>`
      select id from liability_publications
      where status = 'built' and created_at < ${now}::timestamptz - interval '1 hour'
    `.execute(transaction);
    for (const { id } of built) await addPublishJob(platform.jobs, id, transaction);
  });
}
