import { count, type Queryable, type VerifyPart } from '#runtime/verify/index.ts';
import { actorOf, hashOfPayload, hashOfPersonal } from './approval.ts';
import { anchorTopic } from './execute.ts';
import { kindOf } from './kinds/index.ts';

interface StoredApproval {
  readonly id: string;
  readonly kind: Parameters<typeof kindOf>[0];
  readonly payload: string;
  readonly personalHash: string | null;
  readonly personal: { readonly salt: string; readonly content: string } | null;
  readonly payloadHash: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly dueAt: Date | null;
  readonly votesNeeded: number;
  readonly state: string;
  readonly votes: readonly { readonly voter: string; readonly approves: boolean }[];
}

interface LoggedAction {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly payloadHash: string | null;
}

interface Anchored {
  readonly digest: string;
  readonly actor: string;
}

const problemsMax = 20;

/** Proposals, their votes, what the audit log tells of them and what the journal has of those that were carried out: all four say the same. */
export function approvalsPart(): VerifyPart {
  const anchors = new Map<string, Anchored>();
  return {
    name: 'Approvals',
    onBatch: ({ events }) => {
      for (const event of events)
        if (event.kind === 'DigestAnchored' && event.topic === anchorTopic)
          anchors.set(event.reference.slice(event.reference.indexOf(':') + 1), event);
    },
    run: async ({ database }) => {
      const problems: string[] = [];
      const say = (problem: string) => void (problems.length < problemsMax && problems.push(problem));
      const approvals = await readApprovals(database);
      const logged = await readLogged(database);
      for (const approval of approvals) {
        const { id } = approval;
        for (const problem of [
          ...problemsOfRow(approval),
          ...problemsInJournal(approval, anchors.get(id)),
          ...problemsInLog(approval, logged.get(id) ?? []),
        ])
          say(`Proposal ${id} ${problem}`);
      }
      const known = new Set(approvals.map(({ id }) => id));
      for (const id of anchors.keys())
        if (!known.has(id)) say(`The journal has a proposal that is gone: ${id}.`);
      for (const id of logged.keys())
        if (!known.has(id) && !anchors.has(id)) say(`The audit log has a proposal that is gone: ${id}.`);
      return {
        summary: `${count(approvals.length, 'proposal')}, ${anchors.size} in the journal, with their votes and their rows of the audit log`,
        problems,
      };
    },
  };
}

function problemsOfRow({ kind, payload, payloadHash, personal, personalHash }: StoredApproval): string[] {
  const problems: string[] = [];
  if (hashOfPayload(kind, payload).toString('hex') !== payloadHash)
    problems.push('has another payload than was proposed.');
  if (personal && hashOfPersonal(personal) !== personalHash)
    problems.push('has other personal values than were proposed.');
  return problems;
}

function problemsInJournal(approval: StoredApproval, anchored: Anchored | undefined): string[] {
  const { state, payloadHash } = approval;
  const isCarriedOut = state === 'executed' || state === 'failed';
  if (!anchored) return isCarriedOut ? [`is ${state}, and the journal does not know it.`] : [];
  const problems: string[] = [];
  if (!isCarriedOut && state !== 'approved')
    problems.push(`is ${state}, and the journal has it as approved.`);
  if (anchored.digest !== payloadHash) problems.push('has another hash than the journal.');
  if (anchored.actor !== actorOf(approval))
    problems.push('was proposed or approved by others than the journal says.');
  return problems;
}

function problemsInLog(approval: StoredApproval, logged: readonly LoggedAction[]): string[] {
  const { kind, state, votes, votesNeeded, proposedBy, payloadHash } = approval;
  const problems: string[] = [];
  const by = (action: string) => logged.filter((row) => row.action === action).map(({ actor }) => actor);
  const expect = (action: string, actors: readonly string[]) => {
    if (by(action).sort().join() !== [...actors].sort().join())
      problems.push(`does not have the rows ${action} that it should have in the audit log.`);
  };
  const votersWho = (approve: boolean) =>
    votes.filter(({ approves }) => approves === approve).map(({ voter }) => voter);
  expect('proposal_made', [proposedBy]);
  expect('proposal_approved', votersWho(true));
  expect('proposal_rejected', votersWho(false));
  expect('proposal_withdrawn', state === 'withdrawn' ? [proposedBy] : []);
  // The actor is the person whose account was recovered: the proposer or a voter.
  if (by('proposal_voided').length !== (state === 'voided' ? 1 : 0))
    problems.push('does not have the rows proposal_voided that it should have in the audit log.');
  expect('proposal_failed', state === 'failed' ? [proposedBy] : []);
  if (state === 'executed' && !by(kindOf(kind).action).includes(proposedBy))
    problems.push('was carried out, and the audit log does not tell of it.');
  if (logged.some((row) => row.payloadHash !== null && row.payloadHash !== payloadHash))
    problems.push('has another hash in the audit log.');
  if (['approved', 'executed', 'failed'].includes(state) && votersWho(true).length < votesNeeded)
    problems.push('was approved by fewer than it takes.');
  return problems;
}

async function readApprovals(database: Queryable): Promise<readonly StoredApproval[]> {
  const { rows } = await database.query<StoredApproval>(
    `SELECT id, kind, payload::text AS payload, payload ->> 'personal_hash' AS "personalHash",
       (SELECT json_build_object('salt', encode(salt, 'hex'), 'content', content::text) FROM approval_personal
        WHERE approval_id = approvals.id AND content IS NOT NULL) AS personal,
       encode(payload_hash, 'hex') AS "payloadHash", proposed_by AS "proposedBy", proposed_at AS "proposedAt", due_at AS "dueAt",
       votes_needed AS "votesNeeded", state,
       coalesce((SELECT json_agg(json_build_object('voter', voter_id, 'approves', approves) ORDER BY voted_at)
        FROM approval_votes WHERE approval_id = approvals.id), '[]') AS votes
     FROM approvals ORDER BY proposed_at, id`,
  );
  return rows;
}

async function readLogged(database: Queryable): Promise<ReadonlyMap<string, readonly LoggedAction[]>> {
  const { rows } = await database.query<LoggedAction>(
    `SELECT approval_id AS id, action, actor_id AS actor, after ->> 'payload_hash' AS "payloadHash"
     FROM audit_log WHERE approval_id IS NOT NULL`,
  );
  const byApproval = new Map<string, LoggedAction[]>();
  for (const row of rows) byApproval.set(row.id, [...(byApproval.get(row.id) ?? []), row]);
  return byApproval;
}
