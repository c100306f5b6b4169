import { randomBytes, randomUUID } from 'node:crypto';
import type { ApprovalKindName, Confirmation } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { type Origin, requireConfirmation } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { hashOfPayload, hashOfPersonal } from './approval.ts';
import { requireConcerned } from './concerned.ts';
import { currentValues } from './current-values.ts';
import { dueJob } from './execute.ts';
import { isFounding } from './founding.ts';
import { kindOf } from './kinds/index.ts';
import type { PayloadOf } from './kinds/kind.ts';

export interface Proposal<Name extends ApprovalKindName = ApprovalKindName> {
  readonly kind: Name;
  readonly payload: PayloadOf<Name>;
  readonly reason: string;
  readonly by: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

const votesNeeded = 1;

/**
 * Writes a proposal down, which from then on does not change. Where one person runs the exchange it needs no vote and is carried out after a delay, and what founds
 * it at once. Answers its id.
 *
 * @throws Problem own_account for what concerns the proposer's own account, and what keeps it from being carried out now.
 */
export async function propose(platform: Platform, proposal: Proposal): Promise<string> {
  const { kind, payload, reason, by, confirmation, origin } = proposal;
  const { config, clock, jobs } = platform;
  const concerns = 'user' in payload ? payload.user : null;
  if (concerns === by) throw new Problem('own_account');
  const { check, lifeHours, personal } = kindOf(kind);
  await check(platform, payload);
  const current = JSON.stringify(await currentValues(platform, proposal));
  const id = randomUUID();
  const now = clock.now();
  const hoursOn = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const delayHours = config.soleOperator ? config.soleOperatorDelayHours : 0;
  const { kept, beside } = apart(payload, personal ?? []);
  const text = JSON.stringify(kept);
  const hash = hashOfPayload(kind, text);
  const action = { userId: by, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    await requireConcerned(transaction, { kind, concerns, people: [by], isLocked: true });
    await requireNew(transaction, { kind, hash, now });
    const isFounded = await isFounding(transaction, proposal);
    const dueAt = isFounded ? now : config.soleOperator ? hoursOn(delayHours) : null;
    await sql`
      insert into approvals (
        id, kind, payload, payload_hash, reason, concerns, proposed_by, proposed_at, expires_at, votes_needed, due_at, current
      )
      values (
        ${id}, ${kind}, ${text}::json, ${hash}, ${reason}, ${concerns}, ${by}, ${now}, ${hoursOn(lifeHours + delayHours)},
        ${dueAt === null ? votesNeeded : 0}, ${dueAt}, ${current}::jsonb
      )
    `.execute(transaction);
    if (beside)
      await sql`
        insert into approval_personal (approval_id, salt, content) values (${id}, decode(${beside.salt}, 'hex'), ${beside.content}::json)
      `.execute(transaction);
    if (dueAt !== null) await jobs.add(dueJob, { id }, { transaction, runAt: dueAt, key: `${dueJob}:${id}` });
    await recordStaffAction(transaction, platform, {
      ...{ action: 'proposal_made', actorId: by, origin, reason, approvalId: id },
      ...{ subjectId: concerns ?? undefined, object: `proposal:${id}` },
      after: {
        kind,
        payload_hash: hash.toString('hex'),
        sole_operator: config.soleOperator,
        founding: isFounded,
      },
    });
  });
  return id;
}

/** One at a time, so that of two at once the second sees the first. @throws Problem proposal_exists: the same waits already. */
async function requireNew(
  transaction: QueryExecutorProvider,
  { kind, hash, now }: { kind: ApprovalKindName; hash: Buffer; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`proposal:${hash.toString('hex')}`}, 0))`.execute(
    transaction,
  );
  const { rows } = await sql`
    select from approvals
    where kind = ${kind} and state in ('open', 'approved') and payload_hash = ${hash} and (due_at is not null or expires_at > ${now})
  `.execute(transaction);
  if (rows.length > 0) throw new Problem('proposal_exists');
}

/** What tells who a person is goes beside the payload, which keeps its salted hash: it can be erased one day, and the payload never changes. */
function apart(payload: object, personal: readonly string[]) {
  if (personal.length === 0) return { kept: payload, beside: undefined };
  const isPersonal = ([name]: [string, unknown]) => personal.includes(name);
  const entries = Object.entries(payload);
  const content = JSON.stringify(Object.fromEntries(entries.filter(isPersonal)));
  const salt = randomBytes(32).toString('hex');
  const hash = hashOfPersonal({ salt, content });
  const plain = Object.fromEntries(entries.filter((entry) => !isPersonal(entry)));
  return { kept: { ...plain, personal_hash: hash }, beside: { salt, content } };
}
