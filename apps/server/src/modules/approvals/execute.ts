import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { anchorAudit, recordStaffAction } from '#modules/audit/index.ts';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type ApprovalRow,
  actorOf,
  approversOf,
  findApproval,
  lockApproval,
  requireAsProposed,
  wholePayload,
} from './approval.ts';
import { requireConcerned } from './concerned.ts';
import { kindOf } from './kinds/index.ts';
import type { Done } from './kinds/kind.ts';

export const executeJob = 'approvals.execute';
/** Of a proposal that waits for its delay and not for votes. */
export const dueJob = 'approvals.due';

/** What stands in the journal before the hash of a payload. */
export const anchorTopic = 'approval';

/** The job and the call of the last voter may come together. */
const turns = new KeyedTurns();

/** A refusal after which trying again can help: it is no reason to give the approval up. */
const passing: ReadonlySet<string> = new Set(['too_many_requests', 'service_unavailable', 'database_error']);

/**
 * Carries an approved proposal out, once, however often it is called and wherever it was interrupted: what goes into the journal has the id of the approval for its key,
 * and what is changed in the database is changed in the transaction that closes it. The journal first has who proposed, who approved and the hash of the payload,
 * and last the hash of the audit log that tells of it.
 */
export function executeApproval(platform: Platform, id: string): Promise<void> {
  return turns.run(id, async () => {
    const approval = await findApproval(platform.database.kysely, id);
    if (approval?.state !== 'approved' || !(await begin(platform, id))) return;
    const kind = kindOf(approval.kind);
    requireAsProposed(approval);
    const actor = actorOf(approval);
    await anchor(platform, approval, actor);
    // The person was erased meanwhile.
    if (kind.personal && !approval.personal) return giveUp(platform, approval, 'account_not_found');
    const payload = wholePayload(approval) as never;
    const people = [approval.proposedBy, ...approversOf(approval)];
    const about = { kind: approval.kind, concerns: approval.concerns, people };
    try {
      await requireConcerned(platform.database.kysely, about);
      await kind.command?.(platform, payload, { ...approval, actor });
      await platform.database.kysely.transaction().execute(async (transaction) => {
        const locked = await lockApproval(transaction, id);
        if (locked?.state !== 'approved') return;
        await requireConcerned(transaction, { ...about, isLocked: true });
        const done = (await kind.finish?.(transaction, platform, payload, approval)) ?? {};
        await sql`
          update approvals set state = 'executed', closed_at = ${platform.clock.now()} where id = ${id}
        `.execute(transaction);
        await record(transaction, platform, { approval, action: kind.action, done });
      });
    } catch (error) {
      if (!(error instanceof Problem) || passing.has(error.code)) throw error;
      await giveUp(platform, approval, error.code);
      return;
    }
    // What it changed is worth money: nobody can take the row out again as if it had never been.
    await anchorAudit(platform);
    await kind.afterwards?.(platform, payload);
  });
}

/** Marks an approved proposal as being carried out: from here on it is not made void. False when it was made void first. */
async function begin({ database, clock }: Platform, id: string): Promise<boolean> {
  const { rows } = await sql`
    update approvals set begun_at = coalesce(begun_at, ${clock.now()}) where id = ${id} and state = 'approved' returning id
  `.execute(database.kysely);
  return rows.length > 0;
}

async function anchor({ runtime }: Platform, { id, payloadHash }: ApprovalRow, actor: string): Promise<void> {
  const reference = `approval:${id}`;
  const result = await runtime.execute({
    ...{ kind: 'AnchorDigest', key: reference, topic: anchorTopic, digest: payloadHash, reference, actor },
  });
  invariant(result.status === 'accepted', 'the journal refused the hash of an approval');
}

async function record(
  transaction: Parameters<typeof recordStaffAction>[0],
  platform: Platform,
  { approval, action, done }: { approval: ApprovalRow; action: string; done: Done },
): Promise<void> {
  const { id, proposedBy, concerns, reason, payloadHash } = approval;
  await recordStaffAction(transaction, platform, {
    ...{ action, actorId: proposedBy, origin: null, reason, approvalId: id, object: `proposal:${id}` },
    subjectId: concerns ?? undefined,
    before: done.before,
    personal: done.personal,
    after: { ...done.after, approvers: approversOf(approval), payload_hash: payloadHash },
  });
}

/** It was approved and cannot be done as things stand: another proposal is needed. */
async function giveUp(platform: Platform, approval: ApprovalRow, code: string): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const locked = await lockApproval(transaction, approval.id);
    if (locked?.state !== 'approved') return;
    await sql`
      update approvals set state = 'failed', failure = ${code}, closed_at = ${platform.clock.now()} where id = ${approval.id}
    `.execute(transaction);
    await record(transaction, platform, {
      approval,
      action: 'proposal_failed',
      done: { after: { failure: code } },
    });
  });
}
