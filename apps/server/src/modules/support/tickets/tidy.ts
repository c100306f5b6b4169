import { attachmentsKeptDays } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { removeAttachments } from '../attachments/attachment-rows.ts';
import { tellChanged, tellClosed } from './tell.ts';
import { type TicketRow, ticketColumns, updateTicket } from './ticket-rows.ts';

export const tidyJob = 'support.tidy';

const dayMs = 86_400_000;
/** A ticket that we think is done closes by itself when its owner says nothing for so long. */
const resolvedDays = 7;
const atOnce = 200;

/** Closes what was resolved a while ago, and removes files that no message took or whose ticket was closed long ago, links that have expired and old tickets of visitors. */
export const tidyTickets: JobHandler = async (_payload, { platform: { database, clock, config } }) => {
  const db = database.kysely;
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await sql`delete from support_links where expires_at < ${now}`.execute(db);
  await sql`delete from support_attachments where message_id is null and created_at < ${before(1)}`.execute(
    db,
  );
  const closedBefore = before(attachmentsKeptDays);
  await removeAttachments(db, { closedBefore, now, atOnce });
  // With its messages, files and links. What waits for us is not forgotten: staff close it first.
  await sql`
    delete from support_tickets where id in (
      select id from support_tickets
      where user_id is null and waiting_since is null and changed_at < ${before(config.visitorTicketsDays)}
      order by changed_at limit ${atOnce} for update skip locked
    )
  `.execute(db);
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<TicketRow>`
      select ${ticketColumns} from support_tickets ticket where state = 'resolved' and changed_at < ${before(resolvedDays)}
      order by changed_at limit ${atOnce} for update skip locked
    `.execute(transaction);
    for (const ticket of rows) {
      const closed = await updateTicket(transaction, ticket, { change: { state: 'closed' }, now });
      await tellClosed(transaction, closed);
      await tellChanged(transaction, closed);
    }
  });
};
