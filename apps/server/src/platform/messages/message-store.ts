import { type QueryExecutorProvider, sql } from 'kysely';
import type { Channel } from './messages.ts';

export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: string;
  readonly language: string;
  readonly template: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly unsubscribe_url?: string | null;
}

/** A message that is to be delivered now. */
export interface QueuedMessage extends NewMessage {
  readonly id: string;
  readonly created_at: Date;
}

const errorLengthMax = 500;

export async function insertMessage(db: QueryExecutorProvider, message: NewMessage): Promise<string> {
  const { channel, recipient, language, template, subject, text, html, unsubscribe_url = null } = message;
  const { rows } = await sql<{ id: string }>`
    insert into messages (channel, recipient, language, template, subject, text, html, unsubscribe_url)
    values (${channel}, ${recipient}, ${language}, ${template}, ${subject}, ${text}, ${html}, ${unsubscribe_url})
    returning id
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error('A message was not written.');
  return row.id;
}

/** Counts an attempt at a message that still waits; one that was delivered, failed or blanked is not found. */
export async function beginAttempt(
  db: QueryExecutorProvider,
  id: string,
): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<QueuedMessage>`
    update messages set attempts = attempts + 1
    where id = ${id} and status = 'queued' and body_purged_at is null
    returning id, channel, recipient, language, template, subject, text, html, unsubscribe_url, created_at
  `.execute(db);
  return rows[0];
}

export async function markDelivered(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`
    update messages set status = 'delivered', delivered_at = now(), last_error = null where id = ${id}
  `.execute(db);
}

export async function markProblem(
  db: QueryExecutorProvider,
  id: string,
  { problem, final }: { problem: string; final: boolean },
): Promise<void> {
  // Servers answer with anything; what is kept is one short line.
  const line = problem.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, errorLengthMax);
  await sql`
    update messages set status = ${final ? 'failed' : 'queued'}, last_error = ${line}
    where id = ${id} and status = 'queued'
  `.execute(db);
}
