import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** Whose ids they are: an account's in all tickets, or those that came by the link of one ticket. */
type Sender = { readonly authorId: string } | { readonly ticketId: string };

/**
 * The ticket in which a message with this id stands already, for whoever sends it again because no answer came. The caller holds a lock on the sender or the
 * ticket, so that two at once come one after the other.
 *
 * @throws Problem client_id_reused where other words were sent under it.
 */
export async function ticketWrittenTo(
  db: QueryExecutorProvider,
  sender: Sender,
  { clientId, text }: { clientId?: string | undefined; text: string },
): Promise<string | undefined> {
  if (clientId === undefined) return undefined;
  const of =
    'authorId' in sender
      ? sql`author_id = ${sender.authorId} and not by_link`
      : sql`ticket_id = ${sender.ticketId} and by_link`;
  const { rows } = await sql<{ ticketId: string; text: string }>`
    select ticket_id as "ticketId", text from support_messages where ${of} and client_id = ${clientId}
  `.execute(db);
  const [row] = rows;
  if (row && row.text !== text) throw new Problem('client_id_reused', { params: { id: clientId } });
  return row?.ticketId;
}

/** Whether staff wrote this in this ticket before. @throws Problem client_id_reused where they wrote it in another. */
export async function isWritten(
  db: QueryExecutorProvider,
  { id }: { readonly id: string },
  { authorId, ...message }: { authorId: string; clientId: string | undefined; text: string },
): Promise<boolean> {
  const before = await ticketWrittenTo(db, { authorId }, message);
  if (before !== undefined && before !== id)
    throw new Problem('client_id_reused', { params: { id: message.clientId ?? '' } });
  return before !== undefined;
}
