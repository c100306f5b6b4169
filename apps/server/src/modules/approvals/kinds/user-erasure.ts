import { type QueryExecutorProvider, sql } from 'kysely';
import { eraseFromAudit, recordStaffAction } from '#modules/audit/index.ts';
import { erasePerson, findUser } from '#modules/identity/index.ts';
import { followAccount } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { awaitsMoney } from '../awaited-money.ts';
import type { ApprovalKind } from './kind.ts';
import { requireNoRole } from './require-account.ts';

/**
 * Of an account that is closed the person can be erased, too.
 *
 * @throws Problem account_not_found, account_has_role, account_has_orders, account_not_empty also while money is on its way.
 */
async function requireErasable({ database, view, clock }: Platform, userId: string): Promise<void> {
  const user = await findUser(database.kysely, userId);
  if (!user || (await isErased(database.kysely, userId))) throw new Problem('account_not_found');
  requireNoRole(user);
  const state = await view.read((exchange) => {
    const account = exchange.findAccount(userId);
    const hasMoney = [...(account?.balances.values() ?? [])].some(({ total }) => total > 0n);
    return { hasOrders: (account?.openOrderCount ?? 0) > 0, hasMoney };
  });
  if (state.hasOrders) throw new Problem('account_has_orders');
  const isWaiting = await awaitsMoney(database.kysely, userId, clock.now());
  if (state.hasMoney || isWaiting) throw new Problem('account_not_empty');
}

async function isErased(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and erased_at is not null`.execute(db);
  return rows.length > 0;
}

export const userErasure: ApprovalKind<'user_erasure'> = {
  name: 'user_erasure',
  approve: 'erasures.approve',
  action: 'user_erased',
  lifeHours: 72,
  ofClosed: true,
  check: (platform, { user }) => requireErasable(platform, user),
  // Stopped in the exchange first, so that nothing comes into a book or leaves between the look and the end. A refusal gives the account back as its row has it.
  command: async (platform, { user }) => {
    const { runtime, view } = platform;
    const stop = { kind: 'ChangeAccount', key: null, account: user } as const;
    if (await isErased(platform.database.kysely, user)) return;
    if (await view.read((exchange) => exchange.findAccount(user) !== undefined))
      await runtime.execute({ ...stop, tradingEnabled: false, withdrawalEnabled: false });
    try {
      await requireErasable(platform, user);
    } catch (error) {
      await followAccount(platform, user);
      throw error;
    }
  },
  finish: async (transaction, platform, { user }, { id, proposedBy, reason }) => {
    // The account is locked: what was proposed or arrived since the look above is seen here.
    if (await awaitsMoney(transaction, user, platform.clock.now())) throw new Problem('account_not_empty');
    await erasePerson(transaction, platform, user);
    await sql`update user_notes set text = null where user_id = ${user}`.execute(transaction);
    await sql`
      update approval_personal set salt = null, content = null
      where approval_id in (select id from approvals where concerns = ${user})
    `.execute(transaction);
    await endOpenProposals(transaction, platform, { user, id });
    await sql`update approvals set reason = 'erased' where concerns = ${user} and id <> ${id}`.execute(
      transaction,
    );
    await eraseFromAudit(transaction, platform, {
      ...{ personId: user, actorId: proposedBy, origin: null, reason, approvalId: id },
    });
    return { after: { erased: true } };
  },
};

/** What else was proposed of a person who is no more has nobody to be done to: it is withdrawn in the name of whoever proposed it, and the audit log says why. */
async function endOpenProposals(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { user, id }: { user: string; id: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string; proposedBy: string; payloadHash: string }>`
    update approvals set state = 'withdrawn', closed_at = ${platform.clock.now()}
    where concerns = ${user} and id <> ${id} and state = 'open'
    returning id, kind, proposed_by as "proposedBy", encode(payload_hash, 'hex') as "payloadHash"
  `.execute(transaction);
  for (const ended of rows)
    await recordStaffAction(transaction, platform, {
      ...{ action: 'proposal_withdrawn', actorId: ended.proposedBy, origin: null, approvalId: ended.id },
      ...{ reason: 'Its person was erased', object: `proposal:${ended.id}`, subjectId: user },
      before: { state: 'open' },
      after: { kind: ended.kind, payload_hash: ended.payloadHash },
    });
}
