import type { KycLevel } from '@emporion/contracts/rest';
import type { EvidenceKind, FileKind } from '@emporion/contracts/verification';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isServed } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { ApplicationRow } from './application.ts';
import { readLevels } from './levels.ts';
import { alikeOf } from './same-person.ts';

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
 * number is none that documents have, the same person seems to have another account, the country is not served any more, or staff have to do with it already.
 */
export async function needsOfficer(
  db: QueryExecutorProvider,
  platform: Platform,
  application: ApplicationRow,
): Promise<boolean> {
  const { level, files, person, numberOdd } = application;
  const rules = (await readLevels(db)).find((each) => each.level === level);
  if (!rules || rules.by_officer) return true;
  if (missingOf(rules, files).length > 0 || numberOdd) return true;
  if (!person || !isServed(person.country, platform)) return true;
  return (await isWithStaff(db, application)) || (await alikeOf(db, application)).length > 0;
}

/**
 * Whether staff had this application before, or have reason to look at whatever its owner hands in: the account is flagged or not in use, a verification was
 * taken back, a fraud was suspected, or staff had an application that was rejected and have verified nobody by it since. What somebody declares or shows next
 * does not take that out of their hands.
 */
async function isWithStaff(
  db: QueryExecutorProvider,
  { id, userId }: Pick<ApplicationRow, 'id' | 'userId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and status = 'active' and not flagged
      and not exists (select from kyc_application_log where application_id = ${id} and stage = 'review')
      and not exists (
        select from kyc_applications own where user_id = users.id and stage = 'rejected' and (
          revoked_at is not null or 'suspected_fraud' = any (reasons)
          or (
            exists (select from kyc_application_log log where log.application_id = own.id and log.stage = 'review')
            and not exists (
              select from kyc_applications later
              where later.user_id = users.id and later.stage = 'approved' and later.decided_by is not null and later.decided_at > own.decided_at
            )
          )
        )
      )
  `.execute(db);
  return rows.length === 0;
}
