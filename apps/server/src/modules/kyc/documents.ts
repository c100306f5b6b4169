import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import {
  type FileKind,
  type FileType,
  fileBytesMax,
  type ProvidedFile,
} from '@emporion/contracts/verification';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { contentKind } from '#platform/files/content.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ModuleSecrets } from '#platform/module.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { opens, type SealKey, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import type { ApplicationRow } from './application.ts';
import { plainNumber } from './document-number.ts';

export interface StoredDocument {
  readonly id: string;
  readonly kind: FileKind;
  readonly type: FileType;
  readonly bytes: number;
}

/** Bound to its row: copied to another one it does not open. */
function sealKey({ secret }: Secret, id: string): SealKey {
  return { key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'kyc:documents', 32)), context: id };
}

/** What a file is by its own bytes, whatever it was called. Undefined: nothing that we keep. */
export function typeOf(content: Buffer): FileType | undefined {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  return content.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : undefined;
}

/** Whether a file is what the provider said that it is. */
export function isAsNamed(content: Buffer, { type, bytes, sha256 }: ProvidedFile): boolean {
  return (
    content.length === bytes &&
    bytes <= fileBytesMax &&
    typeOf(content) === type &&
    createHash('sha256').update(content).digest('hex') === sha256
  );
}

export interface KeptFile {
  readonly type: FileType;
  readonly content: Buffer;
}

/**
 * What is kept of a file, as with those of tickets: a picture drawn anew from its pixels, or a PDF in which nothing runs, as it is. Undefined: the file would do
 * something to whoever opens it, or is damaged.
 *
 * @throws Problem service_unavailable when it cannot be drawn now, which says nothing of the file.
 */
export async function harmless(pictures: Pictures, content: Buffer): Promise<KeptFile | undefined> {
  const kind = await contentKind(content);
  if (kind === 'pdf') return { type: 'application/pdf', content };
  if (kind !== 'png' && kind !== 'jpeg') return undefined;
  try {
    const drawn = await pictures.redraw(content, kind);
    if (drawn.kind === 'png') return { type: 'image/png', content: drawn.bytes };
    return {
      ...{
        type: 'image/jpeg',
        content: kind === 'jpeg' ? drawn.bytes : (await pictures.redraw(content, 'jpeg')).bytes,
      },
    };
  } catch (error) {
    if (error instanceof Problem && error.code === 'service_unavailable') throw error;
    return undefined;
  }
}

/** Keeps a file sealed, with the hash of how it was handed in: so the same file is found again. What was shown of the same kind before is gone. */
export async function storeDocument(
  transaction: QueryExecutorProvider,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  {
    application,
    content,
    kind,
    type,
    sha256,
  }: KeptFile & { application: string; kind: FileKind; sha256: string },
): Promise<void> {
  const id = randomUUID();
  const sealed = seal(content.toString('base64'), sealKey(config, id));
  await sql`delete from kyc_documents where application_id = ${application} and kind = ${kind}`.execute(
    transaction,
  );
  await sql`
    insert into kyc_documents (id, application_id, kind, type, bytes, sha256, sealed, stored_at)
    values (
      ${id}, ${application}, ${kind}, ${type}, ${content.length}, ${Buffer.from(sha256, 'hex')}, ${sealed},
      ${clock.now()}
    )
  `.execute(transaction);
}

/** `viewed`: whoever asks has opened it. */
export async function listDocuments(
  db: QueryExecutorProvider,
  { application, viewer }: { application: string; viewer: string },
): Promise<(StoredDocument & { readonly viewed: boolean })[]> {
  const { rows } = await sql<StoredDocument & { readonly viewed: boolean }>`
    select id, kind, type, bytes, exists (
      select from audit_log
      where subject_id = (select user_id from kyc_applications own where own.id = application_id) and actor_id = ${viewer}
        and action = 'verification_document_viewed' and after->>'document' = kyc_documents.id::text
    ) as viewed
    from kyc_documents where application_id = ${application}
    order by array_position(array['document_front', 'document_back', 'selfie', 'address_proof'], kind)
  `.execute(db);
  return rows;
}

/** The bytes of a document in base64, for whoever may see it. */
export async function openDocument(
  db: QueryExecutorProvider,
  secret: Secret,
  { application, id }: { application: string; id: string },
): Promise<(Pick<StoredDocument, 'kind' | 'type'> & { readonly content: string }) | undefined> {
  const { rows } = await sql<Pick<StoredDocument, 'kind' | 'type'> & { sealed: Buffer }>`
    select kind, type, sealed from kyc_documents where id = ${id} and application_id = ${application}
  `.execute(db);
  const [found] = rows;
  return found && { kind: found.kind, type: found.type, content: unseal(found.sealed, sealKey(secret, id)) };
}

export function sealNumber(secret: Secret, application: string, number: string): Buffer {
  return seal(number, sealKey(secret, application));
}

/** The same for the same number, however it is written; who has only the row learns nothing by it. */
export function markOf({ secret }: Secret, number: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'emporion', 'kyc:document marks', 32));
  return createHmac('sha256', key).update(plainNumber(number)).digest();
}

export function openNumber(secret: Secret, { id, documentNumber }: ApplicationRow): string | null {
  return documentNumber && unseal(documentNumber, sealKey(secret, id));
}

/** What stays of a document when it is deleted: nothing, unless it was used for a fraud, for then it must not verify anybody else. */
export const keptMark: RawBuilder<unknown> = sql`
  case when revoked_at is not null or 'suspected_fraud' = any (reasons) or documents_deleted_at is not null then document_mark end
`;

export async function deleteDocuments(
  transaction: QueryExecutorProvider,
  { application, now }: { application: string; now: Date },
): Promise<void> {
  await sql`delete from kyc_documents where application_id = ${application}`.execute(transaction);
  await sql`
    update kyc_applications set documents_deleted_at = ${now}, document_number = null, document_mark = ${keptMark}
    where id = ${application}
  `.execute(transaction);
}

/** What has been kept for as long as the policy says goes. */
export async function deleteOldDocuments({ database, clock }: Platform): Promise<void> {
  const now = clock.now();
  await database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select own.id from kyc_applications own, kyc_policy policy
      where documents_deleted_at is null and decided_at is not null and decided_at < ${now}::timestamptz - interval '1 day'
        * case stage when 'approved' then policy.keep_approved_days else policy.keep_rejected_days end
      limit 500 for update of own skip locked
    `.execute(transaction);
    for (const { id: application } of rows) await deleteDocuments(transaction, { application, now });
  });
}

interface Sealed {
  readonly id: string;
  readonly sealed: Buffer;
}

const rotatedAtOnce = 20;

/** Documents are large, so they are brought over a few at a time. */
export const documentSecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const { rows } = await sql<Sealed>`select id, sealed from kyc_documents limit 1`.execute(db);
    return rows.every(({ id, sealed }) => opens(sealed, sealKey(secret, id)));
  },
  rotate: async (db, { from, to }) => {
    const bringOver = ({ id, sealed }: Sealed) => {
      if (!opens(sealed, sealKey(from, id)))
        throw new StartupError(`The document ${id} of a verification does not open with FORMER_SECRET.`);
      return seal(unseal(sealed, sealKey(from, id)), sealKey(to, id));
    };
    let count = 0;
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await sql<Sealed>`
        select id, sealed from kyc_documents where id > ${after} order by id limit ${rotatedAtOnce}
      `.execute(db);
      for (const row of rows)
        await sql`update kyc_documents set sealed = ${bringOver(row)} where id = ${row.id}`.execute(db);
      count += rows.length;
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    const { rows } = await sql<Sealed>`
      select id, document_number as sealed from kyc_applications where document_number is not null
    `.execute(db);
    for (const row of rows) {
      const sealed = bringOver(row);
      const mark = markOf(to, unseal(sealed, sealKey(to, row.id)));
      await sql`
        update kyc_applications set document_number = ${sealed}, document_mark = ${mark} where id = ${row.id}
      `.execute(db);
    }
    return count === 0 ? [] : [`${count} ${count === 1 ? 'document' : 'documents'} of verifications go on.`];
  },
};
