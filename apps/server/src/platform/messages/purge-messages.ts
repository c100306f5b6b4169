import { type QueryExecutorProvider, sql } from 'kysely';

const bodyKeptHours = 24;
const demoMessagesMax = 1_000;

/**
 * Blanks the bodies of yesterday's messages: they hold codes and links that open accounts. The rows stay, so that an
 * operator can still see what was sent to whom. One that still waits is given up, for its code has expired.
 */
export async function purgeBodies(db: QueryExecutorProvider, now: Date): Promise<void> {
  const before = new Date(now.getTime() - bodyKeptHours * 3_600_000);
  await sql`
    update messages
    set text = '', html = case when channel = 'mail' then '' end, body_purged_at = ${now},
      status = case when status = 'queued' then 'failed' else status end,
      last_error = case when status = 'queued' then 'expired before it was delivered' else last_error end
    where created_at < ${before} and body_purged_at is null
  `.execute(db);
}

/** The demo's outbox is there to be read, so it keeps whole messages, but not endlessly many. */
export async function trimOutbox(db: QueryExecutorProvider, keep = demoMessagesMax): Promise<void> {
  await sql`
    delete from messages
    where sequence <= (select sequence from messages order by sequence desc offset ${keep} limit 1)
  `.execute(db);
}
