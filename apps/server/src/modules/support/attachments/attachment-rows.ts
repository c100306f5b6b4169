import { hkdfSync } from 'node:crypto';
import type { Attachment } from '@emporion/contracts/rest';
import { attachmentsMax } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Picture } from '#platform/files/redraw.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ModuleSecrets } from '#platform/module.ts';
import { opens, type SealKey, sealBytes, unsealBytes } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

function keyOf({ secret }: Secret, id: string): SealKey {
  return { key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'support:attachments', 32)), context: id };
}

export interface NewAttachment extends Picture {
  readonly id: string;
  readonly uploaderId: string;
  readonly name: string;
  readonly now: Date;
}

export async function insertAttachment(
  db: QueryExecutorProvider,
  secret: Secret,
  { id, uploaderId, name, kind, bytes, now }: NewAttachment,
): Promise<Attachment> {
  await sql`
    insert into support_attachments (id, uploader_id, name, kind, bytes, sealed, created_at)
    values (${id}, ${uploaderId}, ${name}, ${kind}, ${bytes.length}, ${sealBytes(bytes, keyOf(secret, id))}, ${now})
  `.execute(db);
  return { id, name, kind, bytes: bytes.length, removed: false };
}

/**
 * Gives what somebody uploaded to their message.
 *
 * @throws Problem attachments_too_many; attachment_not_found for what they did not upload, or gave to a message before.
 */
export async function takeAttachments(
  db: QueryExecutorProvider,
  { ids, uploaderId, messageId }: { ids: readonly string[]; uploaderId: string; messageId: string },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if (wanted.length > attachmentsMax)
    throw new Problem('attachments_too_many', { params: { max: attachmentsMax } });
  const { rows } = await sql`
    update support_attachments set message_id = ${messageId}::bigint
    where id = any (${wanted}::uuid[]) and uploader_id = ${uploaderId} and message_id is null
    returning id
  `.execute(db);
  if (rows.length !== wanted.length) throw new Problem('attachment_not_found');
}

export interface StoredFile {
  readonly name: string;
  readonly kind: Attachment['kind'];
  readonly bytes: Buffer;
  /** Null: no message has it yet. */
  readonly ticketId: string | null;
  /** Whose ticket it is; null of a visitor's. */
  readonly ownerId: string | null;
}

/** Of a message that is not a note where `ownerId` is given: then it must be in a ticket of theirs, or waiting for a message of theirs. */
export async function readAttachment(
  db: QueryExecutorProvider,
  secret: Secret,
  { id, ownerId }: { id: string; ownerId?: string },
): Promise<StoredFile> {
  const own = sql`(
    (message.id is null and file.uploader_id = ${ownerId ?? null}) or (ticket.user_id = ${ownerId ?? null} and not message.internal)
  )`;
  const { rows } = await sql<SealedRow & Omit<StoredFile, 'bytes'>>`
    select file.id, file.name, file.kind, file.sealed, ticket.id as "ticketId", ticket.user_id as "ownerId" from support_attachments file
    left join support_messages message on message.id = file.message_id
    left join support_tickets ticket on ticket.id = message.ticket_id
    where file.id = ${id} and removed_at is null and ${ownerId === undefined ? sql`message.id is not null` : own}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('attachment_not_found');
  const { sealed, id: fileId, ...file } = row;
  return { ...file, bytes: unsealBytes(sealed, keyOf(secret, fileId)) };
}

/** What somebody's files come to. */
export async function storedBytes(db: QueryExecutorProvider, uploaderId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from support_attachments
    where uploader_id = ${uploaderId} and removed_at is null
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Of tickets that were closed before, some at a time. Their names stay, so that a thread says that there was something. */
export async function removeAttachments(
  db: QueryExecutorProvider,
  { closedBefore, now, atOnce }: { closedBefore: Date; now: Date; atOnce: number },
): Promise<void> {
  await sql`
    update support_attachments set sealed = '', removed_at = ${now} where id in (
      select file.id from support_tickets ticket
      join support_messages message on message.ticket_id = ticket.id
      join support_attachments file on file.message_id = message.id
      where ticket.closed_at < ${closedBefore} and file.removed_at is null limit ${atOnce}
    )
  `.execute(db);
}

/** Every file is sealed under the secret, each bound to its own row. */
export const attachmentSecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const { rows } =
      await sql<SealedRow>`select id, sealed from support_attachments where removed_at is null limit 1`.execute(
        db,
      );
    return rows.every(({ id, sealed }) => opens(sealed, keyOf(secret, id)));
  },
  rotate: async (db, { from, to }) => {
    const { rows } = await sql<{ id: string }>`
      select id from support_attachments where removed_at is null
    `.execute(db);
    // One after the other: together they may be larger than memory.
    for (const { id } of rows) {
      const found = await sql<SealedRow>`select id, sealed from support_attachments where id = ${id}`.execute(
        db,
      );
      const sealed = found.rows[0]?.sealed;
      if (sealed === undefined) continue;
      if (!opens(sealed, keyOf(from, id)))
        throw new StartupError(`The attachment ${id} of a ticket does not open with FORMER_SECRET.`);
      const anew = sealBytes(unsealBytes(sealed, keyOf(from, id)), keyOf(to, id));
      await sql`update support_attachments set sealed = ${anew} where id = ${id}`.execute(db);
    }
    return [`${rows.length} attachment${rows.length === 1 ? '' : 's'} of tickets go on.`];
  },
};
