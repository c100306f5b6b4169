import { type QueryExecutorProvider, sql } from 'kysely';
import type { Channel } from '#platform/messages/messages.ts';

export interface OutboxMessage {
  readonly id: string;
  readonly sequence: bigint;
  readonly channel: Channel;
  readonly recipient: string;
  readonly language: string;
  readonly template: string;
  readonly subject: string | null;
  readonly text: string;
  readonly status: 'queued' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly unsubscribe_url: string | null;
}

export interface OutboxFilter {
  /** A whole recipient, in any case of letters. */
  readonly recipient?: string | undefined;
  /** A part of a recipient. */
  readonly recipientPart?: string | undefined;
  /** Only messages older than this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
}

const columns = sql`
  id, sequence, channel, recipient, language, template, subject, text, status, attempts, last_error, created_at,
  unsubscribe_url
`;

/** The newest come first. */
export async function listMessages(
  db: QueryExecutorProvider,
  { recipient, recipientPart, before, limit }: OutboxFilter,
): Promise<OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage>`
    select ${columns} from messages
    where (${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null}))
      and (${recipientPart ?? null}::text is null or position(lower(${recipientPart ?? null}) in lower(recipient)) > 0)
      and (${before ?? null}::bigint is null or sequence < ${before ?? null}::bigint)
    order by sequence desc
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function findMessage(
  db: QueryExecutorProvider,
  id: string,
): Promise<(OutboxMessage & { readonly html: string | null }) | undefined> {
  const { rows } = await sql<OutboxMessage & { html: string | null }>`
    select ${columns}, html from messages where id = ${id}
  `.execute(db);
  return rows[0];
}
