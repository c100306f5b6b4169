import { createHash, createHmac } from 'node:crypto';
import type { ApprovalKindName, approvalStates } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';

export interface ApprovalRow {
  readonly id: string;
  readonly kind: ApprovalKindName;
  readonly payload: Record<string, unknown>;
  /** As it was written: its hash is of the text. */
  readonly payloadText: string;
  /** What of it tells who a person is, as it was written. Null: nothing, or it was erased. */
  readonly personal: { readonly salt: string; readonly content: string } | null;
  readonly payloadHash: string;
  readonly reason: string;
  readonly concerns: string | null;
  readonly concernsName: string | null;
  /** What stood in its place when it was made. */
  readonly current: Record<string, unknown>;
  readonly proposedBy: string;
  readonly proposerName: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly votesNeeded: number;
  readonly dueAt: Date | null;
  /** As it is stored: one that nobody decided on in time is open there. */
  readonly state: Exclude<(typeof approvalStates)[number], 'expired'>;
  readonly closedAt: Date | null;
  readonly failure: string | null;
  readonly votes: readonly Vote[];
}

export interface Vote {
  readonly voter: string;
  readonly name: string;
  readonly approves: boolean;
  readonly reason: string;
  readonly votedAt: string;
}

/** What the journal and every vote stand for. */
export function hashOfPayload(kind: string, payload: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, payload]))
    .digest();
}

/** @throws InvariantError for a payload that somebody changed in the database: nobody votes on it, and nothing comes of it. */
export function requireAsProposed({ id, kind, payloadText, payloadHash }: ApprovalRow): void {
  const isSame = hashOfPayload(kind, payloadText).toString('hex') === payloadHash;
  invariant(isSame, `the payload of proposal ${id} is not what was proposed`);
}

/** What lies beside a payload in place of what tells who a person is. */
export function hashOfPersonal({ salt, content }: NonNullable<ApprovalRow['personal']>): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(content).digest('hex');
}

/** The payload as it was proposed; without what was erased. */
export function wholePayload({ payload, personal }: ApprovalRow): Record<string, unknown> {
  if (personal === null) return payload;
  invariant(hashOfPersonal(personal) === payload.personal_hash, 'a proposal is not what was voted on');
  return { ...payload, ...JSON.parse(personal.content) };
}

const selection = sql`
  approvals.id, kind, payload, payload::text as "payloadText", (
    select json_build_object('salt', encode(salt, 'hex'), 'content', content::text)
    from approval_personal where approval_id = approvals.id and content is not null
  ) as personal, encode(payload_hash, 'hex') as "payloadHash", reason, concerns, current,
  (select username from users where id = concerns) as "concernsName", proposed_by as "proposedBy",
  proposer.username as "proposerName", proposed_at as "proposedAt", expires_at as "expiresAt", votes_needed as "votesNeeded",
  due_at as "dueAt", state, approvals.closed_at as "closedAt", failure,
  coalesce((
    select json_agg(json_build_object(
      'voter', voter_id, 'name', voter.username, 'approves', approves, 'reason', approval_votes.reason, 'votedAt', voted_at
    ) order by voted_at)
    from approval_votes join users voter on voter.id = voter_id where approval_id = approvals.id
  ), '[]') as votes
`;

export async function findApproval(db: QueryExecutorProvider, id: string): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${selection} from approvals join users proposer on proposer.id = proposed_by where approvals.id = ${id}
  `.execute(db);
  return rows[0];
}

/** Locked until the transaction ends, so that votes and the execution come one after the other. */
export async function lockApproval(db: QueryExecutorProvider, id: string): Promise<ApprovalRow | undefined> {
  await sql`select from approvals where id = ${id} for update`.execute(db);
  return findApproval(db, id);
}

export interface ApprovalFilter {
  /** The kinds that whoever asks may see. */
  readonly seen: readonly ApprovalKindName[];
  readonly state?: (typeof approvalStates)[number] | undefined;
  readonly kind?: ApprovalKindName | undefined;
  readonly now: Date;
}

/** Newest first, after the place that a cursor names; one more than the page has. */
export async function listApprovals(
  db: QueryExecutorProvider,
  { state, kind, seen, now }: ApprovalFilter,
  { after, limit }: { after: { at: Date; id: string } | undefined; limit: number },
): Promise<ApprovalRow[]> {
  const isExpired = sql`(state = 'open' and due_at is null and expires_at <= ${now})`;
  const conditions = [
    sql`kind = any (${[...seen]}::text[])`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(state === undefined ? [] : [sql`state = ${state === 'expired' ? 'open' : state}`]),
    ...(state === 'open' ? [sql`not ${isExpired}`] : []),
    ...(state === 'expired' ? [isExpired] : []),
    ...(after === undefined ? [] : [sql`(proposed_at, approvals.id) < (${after.at}, ${after.id}::uuid)`]),
  ];
  const { rows } = await sql<ApprovalRow>`
    select ${selection} from approvals join users proposer on proposer.id = proposed_by
    where ${sql.join(conditions, sql` and `)} order by proposed_at desc, approvals.id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

export function isExpired({ state, dueAt, expiresAt }: ApprovalRow, now: Date): boolean {
  return state === 'open' && dueAt === null && expiresAt <= now;
}

/** Carried out as soon as it was proposed: what the first administrator does alone. */
export function isFounded({ dueAt, proposedAt }: Pick<ApprovalRow, 'dueAt' | 'proposedAt'>): boolean {
  return dueAt !== null && dueAt.getTime() === proposedAt.getTime();
}

export function approversOf({
  votes,
}: {
  readonly votes: readonly Pick<Vote, 'voter' | 'approves'>[];
}): string[] {
  return votes.flatMap(({ voter, approves }) => (approves ? [voter] : []));
}

/** Who carries it out, as the journal names them: at most 128 characters. */
export function actorOf(
  approval: Pick<ApprovalRow, 'proposedBy' | 'dueAt' | 'proposedAt'> & Parameters<typeof approversOf>[0],
): string {
  const approvers = approversOf(approval);
  const alone = isFounded(approval) ? 'founder' : 'sole-operator';
  return `proposer:${approval.proposedBy} ${approvers.length === 0 ? alone : `approver:${approvers.join(',')}`}`;
}
