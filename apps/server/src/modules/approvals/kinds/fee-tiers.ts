import { sql } from 'kysely';
import { applyDueFeeTiers, requireFreeDay, requireTiers } from '#modules/policy/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';

const aheadMaxMs = 366 * 86_400_000;

/** Fee tiers from a moment on. Approved they are scheduled; a job puts them into force. */
export const feeTiers: ApprovalKind<'fee_tiers'> = {
  name: 'fee_tiers',
  approve: 'policy.approve',
  action: 'fee_tiers_scheduled',
  lifeHours: 72,
  check: async ({ database, clock }, { effective, tiers }) => {
    const ahead = Date.parse(effective) - clock.now().getTime();
    if (ahead <= 0 || ahead > aheadMaxMs) throw new Problem('draft_date_passed');
    await requireTiers(database.kysely, tiers);
    await requireFreeDay(database.kysely, effective, { alsoProposed: clock.now() });
  },
  finish: async (transaction, _platform, { effective, tiers }, { id }) => {
    await sql`lock table fee_tier_drafts in share row exclusive mode`.execute(transaction);
    const before = await requireTiers(transaction, tiers);
    await requireFreeDay(transaction, effective);
    await sql`
      insert into fee_tier_drafts (id, effective_at, tiers) values (${id}, ${effective}, ${JSON.stringify(tiers)}::jsonb)
    `.execute(transaction);
    const line = ({ name, volume, maker, taker }: (typeof tiers)[number]) =>
      `${name}: from ${volume}, ${maker}/${taker}`;
    return {
      before: { tiers: before.map(line) },
      after: { effective, tiers: tiers.map(line) },
    };
  },
  // The exchange follows the table, at the latest within a minute.
  afterwards: (platform) => applyDueFeeTiers(platform),
};
