import { createHash, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** How long a link of a mail opens its thread. */
export const linkDays = 30;

/** Of one thread, the newest so many count: each mail has its own. */
const linksMax = 20;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Of the owner now; null of a visitor. */
const mailbox = sql`sha256(convert_to(lower(users.email), 'UTF8'))`;

/** A link to one thread. Nobody but its reader ever has the token: the table has its hash. */
export async function issueLink(db: QueryExecutorProvider, ticketId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + linkDays * 86_400_000);
  await sql`
    insert into support_links (hash, ticket_id, expires_at, mailbox)
    select ${hashOf(token)}, ticket.id, ${expires}, ${mailbox} from support_tickets ticket left join users on users.id = user_id
    where ticket.id = ${ticketId}
  `.execute(db);
  await sql`
    delete from support_links where ticket_id = ${ticketId} and hash not in (
      select hash from support_links where ticket_id = ${ticketId} order by expires_at desc limit ${linksMax}
    )
  `.execute(db);
  return token;
}

/** @throws Problem support_link_invalid for what is none, one that has expired, and one in a mailbox that is the owner's no more. */
export async function requireLink(
  db: QueryExecutorProvider,
  token: string,
  now: Date,
): Promise<{ ticketId: string; expiresAt: Date }> {
  const { rows } = await sql<{ ticketId: string; expiresAt: Date }>`
    select ticket_id as "ticketId", expires_at as "expiresAt"
    from support_links join support_tickets ticket on ticket.id = ticket_id left join users on users.id = user_id
    where hash = ${hashOf(token)} and expires_at > ${now} and mailbox is not distinct from ${mailbox}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('support_link_invalid');
  return row;
}
