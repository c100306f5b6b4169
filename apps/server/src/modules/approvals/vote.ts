import { type Capability, type Confirmation, capabilitiesOf } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  type Origin,
  recordSecurityEvent,
  requireConfirmation,
  sharesPerson,
} from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type ApprovalRow,
  approversOf,
  findApproval,
  isExpired,
  lockApproval,
  requireAsProposed,
} from './approval.ts';
import { concernsStaff } from './concerned.ts';
import { executeJob } from './execute.ts';
import { kindOf } from './kinds/index.ts';
import { mayPropose } from './who-sees.ts';

export interface Ballot {
  readonly id: string;
  readonly voter: string;
  readonly capabilities: ReadonlySet<Capability>;
  readonly reason: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/**
 * A vote, in the transaction in which its fresh factor is spent. The one that completes them has the proposal carried out, by a job that outlives a crash.
 *
 * @throws Problem approval_not_found, approval_closed, approval_expired, and those of `objectionTo`.
 */
export async function vote(
  platform: Platform,
  { approves, ...ballot }: Ballot & { approves: boolean },
): Promise<void> {
  await refuseEarly(platform, ballot);
  await decide(platform, ballot, async (transaction, approval, capabilities) => {
    requireAsProposed(approval);
    const objection = await objectionTo(transaction, approval, { voter: ballot.voter, capabilities });
    if (objection !== undefined) throw new Problem(objection);
    const now = platform.clock.now();
    await sql`
      insert into approval_votes (approval_id, voter_id, approves, reason, factor, voted_at)
      values (${approval.id}, ${ballot.voter}, ${approves}, ${ballot.reason}, ${ballot.confirmation?.method ?? ''}, ${now})
    `.execute(transaction);
    if (!approves) await close(transaction, platform, approval.id, 'rejected');
    else if (approversOf(approval).length + 1 >= approval.votesNeeded)
      await approve(transaction, platform, approval.id);
    return approves ? 'proposal_approved' : 'proposal_rejected';
  });
}

/** @throws Problem approval_not_found for somebody else's, approval_closed, approval_expired. */
export async function withdraw(platform: Platform, ballot: Ballot): Promise<void> {
  await decide(platform, ballot, async (transaction, approval) => {
    if (approval.proposedBy !== ballot.voter) throw new Problem('approval_not_found');
    await close(transaction, platform, approval.id, 'withdrawn');
    return 'proposal_withdrawn';
  });
}

async function decide(
  platform: Platform,
  { id, voter, reason, confirmation, origin }: Ballot,
  work: (
    transaction: Transaction<unknown>,
    approval: ApprovalRow,
    capabilities: ReadonlySet<Capability>,
  ) => Promise<string>,
): Promise<void> {
  const action = { userId: voter, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction, { roles }) => {
    const approval = await lockApproval(transaction, id);
    requireOpen(platform, approval);
    // Of the account that is locked now: what the caller was let in with may be gone.
    const done = await work(transaction, approval, capabilitiesOf(roles));
    await recordStaffAction(transaction, platform, {
      ...{ action: done, actorId: voter, origin, reason, approvalId: id, object: `proposal:${id}` },
      ...{ subjectId: approval.concerns ?? undefined, before: { state: 'open' } },
      after: {
        kind: approval.kind,
        payload_hash: approval.payloadHash,
        factor: confirmation?.method ?? null,
      },
    });
  });
}

/** @throws Problem approval_not_found, approval_closed, approval_expired. */
function requireOpen(
  { clock }: Platform,
  approval: ApprovalRow | undefined,
): asserts approval is ApprovalRow {
  if (!approval) throw new Problem('approval_not_found');
  if (approval.state !== 'open') throw new Problem('approval_closed');
  if (isExpired(approval, clock.now())) throw new Problem('approval_expired');
}

/**
 * Refuses before anything is locked: whoever a proposal concerns would otherwise hold their own account while the execution waits for it. Who tries is in the log.
 *
 * @throws Problem as `vote` does.
 */
async function refuseEarly(platform: Platform, { id, voter, capabilities, origin }: Ballot): Promise<void> {
  const { kysely } = platform.database;
  const approval = await findApproval(kysely, id);
  requireOpen(platform, approval);
  const objection = await objectionTo(kysely, approval, { voter, capabilities });
  if (objection === undefined) return;
  await recordSecurityEvent(kysely, {
    ...{
      event: 'approval_vote_refused',
      userId: voter,
      actorId: voter,
      origin,
      details: { approval: id, objection },
    },
  });
  throw new Problem(objection);
}

export type VoteObjection =
  | 'approval_not_found'
  | 'own_proposal'
  | 'own_account'
  | 'already_voted'
  | 'same_person'
  | 'approval_closed';

/** Why somebody has no vote on a proposal. Administrators have no more votes than others. */
export async function objectionTo(
  db: QueryExecutorProvider,
  approval: ApprovalRow,
  { voter, capabilities }: Pick<Ballot, 'voter' | 'capabilities'>,
): Promise<VoteObjection | undefined> {
  if (!capabilities.has(kindOf(approval.kind).approve)) return 'approval_not_found';
  if (!(await isStillProposed(db, approval))) return 'approval_closed';
  if (approval.proposedBy === voter) return 'own_proposal';
  if (approval.concerns === voter) return 'own_account';
  if (approval.votes.some((each) => each.voter === voter)) return 'already_voted';
  if (!capabilities.has('staff.edit') && (await concernsStaff(db, approval.concerns)))
    return 'approval_not_found';
  const others = [
    approval.proposedBy,
    ...approversOf(approval),
    ...(approval.concerns ? [approval.concerns] : []),
  ];
  return (await sharesPerson(db, { userId: voter, others })) ? 'same_person' : undefined;
}

/** What somebody proposed counts as long as they may propose it: whoever was found out and removed leaves nothing that is approved by mistake. */
async function isStillProposed(
  db: QueryExecutorProvider,
  { kind, proposedBy }: ApprovalRow,
): Promise<boolean> {
  const { rows } = await sql<{ roles: string[] }>`
    select roles from users where id = ${proposedBy} and status = 'active'
  `.execute(db);
  return mayPropose(kind, capabilitiesOf(rows[0]?.roles ?? []));
}

async function close(
  transaction: QueryExecutorProvider,
  { clock }: Platform,
  id: string,
  state: 'rejected' | 'withdrawn',
): Promise<void> {
  await sql`update approvals set state = ${state}, closed_at = ${clock.now()} where id = ${id}`.execute(
    transaction,
  );
}

/** From here on it is carried out, whatever happens to this process. */
export async function approve(
  transaction: QueryExecutorProvider,
  { jobs }: Platform,
  id: string,
): Promise<void> {
  await sql`update approvals set state = 'approved' where id = ${id} and state = 'open'`.execute(transaction);
  await jobs.add(executeJob, { id }, { transaction, key: `${executeJob}:${id}`, isAwaited: true });
}
