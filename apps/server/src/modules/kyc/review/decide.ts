import {
  checksFor,
  type EvidenceKind,
  type FileType,
  type OfficerCheck,
  officerChecks,
  type RejectionReason,
} from '@emporion/contracts/verification';
import type { FastifyRequest } from 'fastify';
import { type QueryExecutorProvider, sql } from 'kysely';
import { makeStaffChange, recordStaffAction, type StaffCall } from '#modules/audit/index.ts';
import { isSamePerson, originOf } from '#modules/identity/index.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { approve, reject } from '../advance.ts';
import { type ApplicationRow, findApplication, hasEnded, lockApplication, step } from '../application.ts';
import { listDocuments, openDocument } from '../documents.ts';
import { readLevels } from '../levels.ts';
import { missingOf } from '../needs-officer.ts';
import { changeState, lockState } from '../state.ts';
import { tellOwner } from '../tell.ts';

interface DeskCall {
  readonly id: string;
  readonly caller: Pick<Caller, 'userId'>;
  readonly request: FastifyRequest;
}

/** @throws Problem verification_not_found, own_account. */
async function requireReviewable(
  transaction: QueryExecutorProvider,
  { id, callerId }: { id: string; callerId: string },
): Promise<ApplicationRow> {
  const found = await findApplication(transaction, id);
  if (!found) throw new Problem('verification_not_found');
  if (await isSamePerson(transaction, { userId: callerId, others: [found.userId] }))
    throw new Problem('own_account');
  return found;
}

/**
 * Locks the account and its application, for whoever may work on it.
 *
 * @throws Problem verification_not_found, own_account, verification_decided.
 */
async function lockReviewed(
  transaction: QueryExecutorProvider,
  { id, callerId }: { id: string; callerId: string },
): Promise<ApplicationRow> {
  const { userId } = await requireReviewable(transaction, { id, callerId });
  await lockState(transaction, userId);
  const locked = await lockApplication(transaction, id);
  if (locked?.stage !== 'review') throw new Problem('verification_decided');
  return locked;
}

const isClaimed = ({ claimedBy, claimedUntil }: ApplicationRow, now: Date) =>
  claimedBy !== null && claimedUntil !== null && claimedUntil > now;

/** @throws Problem verification_claimed by somebody else, verification_not_claimed. */
function requireClaim(application: ApplicationRow, { callerId, now }: { callerId: string; now: Date }): void {
  if (!isClaimed(application, now)) throw new Problem('verification_not_claimed');
  if (application.claimedBy !== callerId) throw new Problem('verification_claimed');
}

/** @throws Problem those of `lockReviewed`; verification_claimed. */
export async function claim(platform: Platform, { id, caller, request }: DeskCall): Promise<void> {
  const now = platform.clock.now();
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const application = await lockReviewed(transaction, { id, callerId: caller.userId });
    if (isClaimed(application, now) && application.claimedBy !== caller.userId)
      throw new Problem('verification_claimed');
    await sql`
      update kyc_applications set claimed_by = ${caller.userId},
        claimed_until = ${now}::timestamptz + (select claim_minutes * interval '1 minute' from kyc_policy)
      where id = ${id}
    `.execute(transaction);
    await note(transaction, platform, { action: 'verification_claimed', application, caller, request });
  });
}

/** @throws Problem those of `lockReviewed`; verification_not_claimed, verification_claimed. */
export async function release(platform: Platform, { id, caller, request }: DeskCall): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const application = await lockReviewed(transaction, { id, callerId: caller.userId });
    requireClaim(application, { callerId: caller.userId, now: platform.clock.now() });
    await sql`update kyc_applications set claimed_by = null, claimed_until = null where id = ${id}`.execute(
      transaction,
    );
    await note(transaction, platform, { action: 'verification_released', application, caller, request });
  });
}

async function note(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    action,
    application: { id, userId },
    caller,
    request,
    after = {},
  }: {
    action: string;
    application: Pick<ApplicationRow, 'id' | 'userId'>;
    caller: Pick<Caller, 'userId'>;
    request: FastifyRequest;
    after?: Record<string, string>;
  },
): Promise<void> {
  await recordStaffAction(transaction, platform, {
    ...{ action, actorId: caller.userId, origin: originOf(request), reason: null, after },
    ...{ subjectId: userId, object: `verification:${id}` },
  });
}

/**
 * Notes that somebody read the number of a document, once a day: the page asks again every few seconds. Two at the same moment may leave two rows.
 */
export async function noteNumberRead(
  platform: Platform,
  { id, userId, caller, request }: DeskCall & { userId: string },
): Promise<void> {
  const { database, clock } = platform;
  const action = 'verification_number_viewed';
  await database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      select from audit_log where subject_id = ${userId} and actor_id = ${caller.userId} and action = ${action}
        and object = ${`verification:${id}`} and happened_at > ${clock.now()}::timestamptz - interval '1 day'
      limit 1
    `.execute(transaction);
    if (rows.length > 0) return;
    await note(transaction, platform, { action, application: { id, userId }, caller, request });
  });
}

/** Shows a document, once the audit log says so. @throws Problem verification_not_found, own_account. */
export async function viewDocument(
  platform: Platform,
  { id, document, caller, request }: DeskCall & { document: string },
): Promise<{ type: FileType; content: string }> {
  const { database, config } = platform;
  return database.kysely.transaction().execute(async (transaction) => {
    const application = await findApplication(transaction, id);
    const found = await openDocument(transaction, config, { application: id, id: document });
    if (!application || !found) throw new Problem('verification_not_found');
    if (await isSamePerson(transaction, { userId: caller.userId, others: [application.userId] }))
      throw new Problem('own_account');
    const after = { document, kind: found.kind };
    await note(transaction, platform, {
      ...{ action: 'verification_document_viewed', application, caller, request, after },
    });
    return { type: found.type, content: found.content };
  });
}

type Change = (
  transaction: QueryExecutorProvider,
  application: ApplicationRow,
  now: Date,
) => Promise<Decided>;
interface Decided {
  readonly action: string;
  readonly after: Record<string, string | number | readonly string[]>;
}

/** The decision, the fresh code and the entry in the audit log stand together or not at all. */
async function decide(platform: Platform, id: string, call: StaffCall, change: Change): Promise<void> {
  const now = platform.clock.now();
  await makeStaffChange(platform, call, async (transaction) => {
    const { userId: callerId } = call.caller;
    const application = await lockReviewed(transaction, { id, callerId });
    requireClaim(application, { callerId, now });
    const { action, after } = await change(transaction, application, now);
    return {
      ...{ action, subjectId: application.userId, object: `verification:${id}` },
      ...{ before: { stage: 'review' }, after },
    };
  });
}

/**
 * The level may take more by now than was shown for it: staff ask for that first. Whoever approves says that they looked at all of it.
 *
 * @throws Problem document_required, selfie_required, address_proof_required, unprocessable_entity.
 */
async function requireWhole(
  transaction: QueryExecutorProvider,
  { level, files }: ApplicationRow,
  checks: readonly OfficerCheck[],
): Promise<void> {
  const rules = (await readLevels(transaction)).find((each) => each.level === level);
  const [missing] = rules ? missingOf(rules, files) : [];
  if (missing) throw new Problem(`${missing}_required`);
  if (checksFor(rules?.needs ?? []).some((check) => !checks.includes(check)))
    throw new Problem('unprocessable_entity', { fields: { checks: { code: 'field_required' } } });
}

/** Whoever approves has opened everything that was shown, and not an earlier version of it. @throws Problem verification_not_viewed. */
async function requireViewed(
  transaction: QueryExecutorProvider,
  { id, callerId }: { id: string; callerId: string },
): Promise<void> {
  const documents = await listDocuments(transaction, { application: id, viewer: callerId });
  if (documents.some(({ viewed }) => !viewed)) throw new Problem('verification_not_viewed');
}

/** In the order of the checklist, each once. */
async function keepChecks(
  transaction: QueryExecutorProvider,
  { id, checks }: { id: string; checks: readonly OfficerCheck[] },
): Promise<OfficerCheck[]> {
  const kept = officerChecks.filter((check) => checks.includes(check));
  await sql`update kyc_applications set checks = ${kept} where id = ${id}`.execute(transaction);
  return kept;
}

/** @throws Problem those of `lockReviewed`, `requireClaim`, `requireWhole` and `requireViewed`; document_expired. */
export function approveByStaff(
  platform: Platform,
  id: string,
  call: StaffCall & { body: { readonly checks: readonly OfficerCheck[] } },
): Promise<void> {
  return decide(platform, id, call, async (transaction, application, now) => {
    if (hasEnded(application, now)) throw new Problem('document_expired');
    await requireWhole(transaction, application, call.body.checks);
    await requireViewed(transaction, { id, callerId: call.caller.userId });
    const checks = await keepChecks(transaction, { id, checks: call.body.checks });
    await approve(transaction, platform, { application, from: 'review', now, by: call.caller.userId });
    return {
      action: 'verification_approved',
      after: { stage: 'approved', level: application.level, checks },
    };
  });
}

export function rejectByStaff(
  platform: Platform,
  id: string,
  call: StaffCall & {
    body: {
      readonly reasons: readonly RejectionReason[];
      readonly note: string;
      readonly checks: readonly OfficerCheck[];
    };
  },
): Promise<void> {
  const { reasons, note: written } = call.body;
  return decide(platform, id, call, async (transaction, application, now) => {
    const checks = await keepChecks(transaction, { id, checks: call.body.checks });
    await reject(transaction, platform, {
      ...{ application, from: 'review', now, by: call.caller.userId, reasons, note: written || null },
    });
    return { action: 'verification_rejected', after: { stage: 'rejected', reasons: [...reasons], checks } };
  });
}

/** Gives it back to its owner, who shows something once more. */
export function askMoreByStaff(
  platform: Platform,
  id: string,
  call: StaffCall & { body: { readonly again: readonly EvidenceKind[]; readonly note: string } },
): Promise<void> {
  const { again, note: written } = call.body;
  return decide(platform, id, call, async (transaction, { userId, level, sequence }, now) => {
    const set = sql`again = ${[...again]}, note = ${written || null}, claimed_by = null, claimed_until = null`;
    await step(transaction, { id, from: 'review', to: 'open', now, set });
    await tellOwner(transaction, platform, {
      ...{ userId, template: 'kyc_more', level, key: `${id}:more:${sequence}`, again, note: written || null },
    });
    return { action: 'verification_more_asked', after: { stage: 'open', again: [...again] } };
  });
}

/**
 * Takes a verification back, whatever it was decided by: it counts no longer from the commit on, and what its owner had under way ends with it. What they apply
 * for next is decided by staff.
 *
 * @throws Problem verification_not_found, own_account, verification_not_approved.
 */
export async function revokeByStaff(
  platform: Platform,
  id: string,
  call: StaffCall & { body: { readonly reasons: readonly RejectionReason[]; readonly note: string } },
): Promise<void> {
  const now = platform.clock.now();
  const { userId: by } = call.caller;
  const { reasons, note: written } = call.body;
  await makeStaffChange(platform, call, async (transaction) => {
    const { userId } = await requireReviewable(transaction, { id, callerId: by });
    const own = await lockState(transaction, userId);
    const application = await lockApplication(transaction, id);
    if (own.state !== 'approved' || application?.stage !== 'approved')
      throw new Problem('verification_not_approved');
    await sql`
      update kyc_applications set stage = 'rejected', revoked_at = ${now}, decided_at = ${now}, decided_by = ${by}, updated_at = ${now},
        claimed_by = null, claimed_until = null, reasons = ${[...reasons]}, note = ${written || null}
      where user_id = ${userId}
        and (stage in ('submitted', 'checked', 'review', 'approved') or (stage = 'open' and submitted_at is not null))
    `.execute(transaction);
    await changeState(transaction, { userId, to: 'rejected', application: id, actorId: by });
    await tellOwner(transaction, platform, {
      ...{ userId, template: 'kyc_revoked', level: own.verified, key: `${id}:revoked` },
      ...{ reasons, note: written || null },
    });
    return {
      ...{ action: 'verification_revoked', subjectId: userId, object: `verification:${id}` },
      before: { stage: 'approved', level: own.verified },
      after: { stage: 'rejected', level: 0, reasons: [...reasons] },
    };
  });
}
