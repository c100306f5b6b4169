import type { Newsletter } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type Texts = Readonly<{ en: string } & Partial<Record<Language, string>>>;

export interface NewsletterRow {
  readonly id: string;
  readonly title: Texts;
  readonly text: Texts;
  readonly state: Newsletter['state'];
  readonly writtenBy: string;
  readonly writtenByName: string;
  readonly writtenAt: Date;
  readonly sentBy: string | null;
  readonly sentByName: string | null;
  readonly sentAt: Date | null;
  readonly reached: string | null;
  readonly recipients: number;
}

const columns = sql`
  newsletters.id::text as id, title, text, state, written_by as "writtenBy", writer.username as "writtenByName",
  written_at as "writtenAt", sent_by as "sentBy", sender.username as "sentByName", sent_at as "sentAt", reached, recipients
`;
const source = sql`
  newsletters join users writer on writer.id = written_by left join users sender on sender.id = sent_by
`;

/** Whoever asked for news and can be written to. */
export const isSubscribed = sql`status = 'active' and notifications ->> 'newsletter.mail' = 'now'`;

export async function listNewsletters(
  db: QueryExecutorProvider,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<NewsletterRow[]> {
  const { rows } = await sql<NewsletterRow>`
    select ${columns} from ${source}
    where ${before ?? null}::bigint is null or newsletters.id < ${before ?? null}::bigint
    order by newsletters.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function findNewsletter(
  db: QueryExecutorProvider,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<NewsletterRow | undefined> {
  const { rows } = await sql<NewsletterRow>`
    select ${columns} from ${source} where newsletters.id = ${id}::bigint ${lock}
  `.execute(db);
  return rows[0];
}

export async function countSubscribers(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where ${isSubscribed}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
