import { sql } from 'kysely';
import type { ApprovalKind } from './kind.ts';

export const reviewThresholds: ApprovalKind<'review_thresholds'> = {
  name: 'review_thresholds',
  approve: 'thresholds.approve',
  action: 'review_thresholds_set',
  lifeHours: 72,
  check: async () => undefined,
  finish: async (transaction, _platform, { payouts_above, credits_above }) => {
    const { rows } = await sql<{ payouts_above: string; credits_above: string }>`
      select trim_scale(payout_two_people_above)::text as payouts_above, trim_scale(credit_two_people_above)::text as credits_above
      from treasury_policy for update
    `.execute(transaction);
    await sql`
      update treasury_policy set payout_two_people_above = ${payouts_above}::numeric, credit_two_people_above = ${credits_above}::numeric
    `.execute(transaction);
    return { before: { ...rows[0] }, after: { payouts_above, credits_above } };
  },
};
