import type { KycLevel } from '@emporion/contracts/rest';
import type { EvidenceKind, FileKind } from '@emporion/contracts/verification';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ApplicationRow } from './application.ts';
import { readLevels } from './levels.ts';

/** What must be among the files for each kind of evidence; the back of a document not every one has. */
const fileOf = {
  document: 'document_front',
  selfie: 'selfie',
  address_proof: 'address_proof',
} as const satisfies Record<EvidenceKind, FileKind>;

/** What the level takes and was not handed over. */
export function missingOf(
  { needs }: Pick<KycLevel, 'needs'>,
  files: ApplicationRow['files'],
): readonly EvidenceKind[] {
  return needs.filter((need) => !files.some(({ kind }) => kind === fileOf[need]));
}

/**
 * Whether somebody of the staff decides, although the provider found nothing: the level takes it, something that the level asks for was not handed over, the
 * same document was shown for another account, the account is not in use, or a verification of its owner was taken back before.
 */
export async function needsOfficer(
  db: QueryExecutorProvider,
  { userId, level, files, documentMark }: ApplicationRow,
): Promise<boolean> {
  const rules = (await readLevels(db)).find((each) => each.level === level);
  if (!rules || rules.by_officer) return true;
  if (missingOf(rules, files).length > 0) return true;
  if ((await sameDocument(db, { userId, documentMark })).length > 0) return true;
  const { rows } = await sql`
    select from users where id = ${userId} and status = 'active'
      and not exists (select from kyc_applications where user_id = users.id and revoked_at is not null)
  `.execute(db);
  return rows.length === 0;
}

export interface SameDocument {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly stage: ApplicationRow['stage'];
}

const shownMax = 10;

/** Applications of others that the same document was shown for. What its owner called off counts too: it was shown. */
export async function sameDocument(
  db: QueryExecutorProvider,
  { userId, documentMark }: Pick<ApplicationRow, 'userId' | 'documentMark'>,
): Promise<SameDocument[]> {
  if (!documentMark) return [];
  const { rows } = await sql<SameDocument>`
    select own.id, user_id as "userId", username, stage from kyc_applications own join users on users.id = user_id
    where document_mark = ${documentMark} and user_id <> ${userId} order by own.created_at desc, own.id limit ${shownMax}
  `.execute(db);
  return rows;
}
