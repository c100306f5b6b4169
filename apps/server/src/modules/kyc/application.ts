import type { DeclaredPerson, verificationStates } from '@emporion/contracts/rest';
import type {
  documentTypes,
  EvidenceKind,
  OfficerCheck,
  ProvidedFile,
  RejectionReason,
} from '@emporion/contracts/verification';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

export type Stage = (typeof verificationStates)[number];

export interface ApplicationRow {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly level: number;
  readonly stage: Stage;
  /** Null: erased. */
  readonly person: DeclaredPerson | null;
  readonly again: readonly EvidenceKind[];
  readonly note: string | null;
  readonly verdict: 'clear' | 'review' | 'rejected' | null;
  readonly reasons: readonly RejectionReason[];
  readonly sequence: number;
  readonly documentType: (typeof documentTypes)[number] | null;
  readonly documentNumber: Buffer | null;
  /** The same for the same document; null: it was deleted, or nothing was found yet. */
  readonly documentMark: Buffer | null;
  /** Its number has signs that no document has. */
  readonly numberOdd: boolean;
  readonly documentExpiresOn: string | null;
  /** On that day or before it; null: at its end. */
  readonly documentEndsAt: Date | null;
  /** The day on which the proof of address was written; null: there is none, or the provider did not say. */
  readonly addressIssuedOn: string | null;
  /** What the officer who decided had looked at. */
  readonly checks: readonly OfficerCheck[];
  readonly files: readonly ProvidedFile[];
  readonly claimedBy: string | null;
  readonly claimedByName: string | null;
  readonly claimedUntil: Date | null;
  readonly decidedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly documentsDeletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the provider spoke against somebody who was verified already, and why. Null: it did not, or staff are done with it. */
  readonly warnedAt: Date | null;
  readonly warnedReasons: readonly RejectionReason[];
}

/** It stays on the desk until staff take the verification back or the account's flag off. */
const isWarned = sql`(own.stage = 'approved' and own.warned_at is not null and users.flagged)`;

/** Staff have to look at it: at an application, or at somebody whom the provider has rejected since they were verified. */
export const isOnDesk: RawBuilder<unknown> = sql`(own.stage = 'review' or ${isWarned})`;

const columns = sql`
  own.id, own.user_id as "userId", users.username, own.level, own.stage,
  case when own.first_name is not null then json_build_object(
    'first_name', own.first_name, 'last_name', own.last_name, 'birthday', own.birthday::text, 'country', own.country,
    'address', own.address, 'city', own.city, 'postal_code', own.postal_code
  ) end as person,
  own.again, own.note, own.verdict, own.reasons, own.sequence, own.document_type as "documentType",
  own.document_number as "documentNumber", own.document_mark as "documentMark", own.number_odd as "numberOdd",
  own.document_expires_on::text as "documentExpiresOn",
  own.document_ends_at as "documentEndsAt", own.address_issued_on::text as "addressIssuedOn", own.checks, own.files,
  own.claimed_by as "claimedBy", claimant.username as "claimedByName", own.claimed_until as "claimedUntil",
  own.decided_at as "decidedAt", own.submitted_at as "submittedAt", own.documents_deleted_at as "documentsDeletedAt",
  own.created_at as "createdAt", own.updated_at as "updatedAt",
  case when ${isWarned} then own.warned_at end as "warnedAt", own.warned_reasons as "warnedReasons"
`;

export async function listApplications(
  db: QueryExecutorProvider,
  condition: RawBuilder<unknown>,
): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select ${columns} from kyc_applications own join users on users.id = own.user_id
    left join users claimant on claimant.id = own.claimed_by
    where ${condition}
  `.execute(db);
  return rows;
}

export async function findApplication(
  db: QueryExecutorProvider,
  id: string,
): Promise<ApplicationRow | undefined> {
  return (await listApplications(db, sql`own.id = ${id}`))[0];
}

/** Locks it for the transaction. */
export async function lockApplication(
  db: QueryExecutorProvider,
  id: string,
): Promise<ApplicationRow | undefined> {
  await sql`select from kyc_applications where id = ${id} for update`.execute(db);
  return findApplication(db, id);
}

/** The one of somebody that is under way, or else the newest, whatever became of it. */
export async function newestOf(
  db: QueryExecutorProvider,
  userId: string,
): Promise<ApplicationRow | undefined> {
  const found = await listApplications(
    db,
    sql`own.user_id = ${userId}
      order by own.stage in ('open', 'submitted', 'checked', 'review') desc, own.created_at desc, own.id desc limit 1`,
  );
  return found[0];
}

export const isUnderWay = ({ stage }: Pick<ApplicationRow, 'stage'>): boolean =>
  ['open', 'submitted', 'checked', 'review'].includes(stage);

/** Whether the document counts no longer: its last day is over, or the moment has come that the provider named. */
export function hasEnded(
  { documentExpiresOn, documentEndsAt }: Pick<ApplicationRow, 'documentExpiresOn' | 'documentEndsAt'>,
  now: Date,
): boolean {
  const isPast = documentExpiresOn !== null && documentExpiresOn < now.toISOString().slice(0, 10);
  return isPast || (documentEndsAt !== null && documentEndsAt <= now);
}

/** So long a run of the job asks the provider, for each thing that it asks: a slow one must not hold the workers that all jobs share. */
const askingMs = 15_000;

export function isOverTime(began: number): boolean {
  return performance.now() - began > askingMs;
}

/** Whoever was asked about longest ago comes first, so that some who get nowhere keep nobody else waiting. */
export const leastLately: RawBuilder<unknown> = sql`coalesce(own.tried_at, own.updated_at)`;

export async function markTried(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  await sql`update kyc_applications set tried_at = ${clock.now()} where id = ${id}`.execute(database.kysely);
}

/** Takes an application from one stage to the next, with what changes by it. False: it is not there any more. */
export async function step(
  db: QueryExecutorProvider,
  {
    id,
    from,
    to,
    now,
    set = sql`id = id`,
  }: { id: string; from: Stage; to: Stage; now: Date; set?: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows } = await sql`
    update kyc_applications set stage = ${to}, updated_at = ${now}, ${set} where id = ${id} and stage = ${from} returning id
  `.execute(db);
  return rows.length > 0;
}
