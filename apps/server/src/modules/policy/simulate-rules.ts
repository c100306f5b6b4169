import type { WithdrawalRulesDraft } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { readRules } from './withdrawal-rules.ts';

const days = 30;
/** More than this is more than somebody can judge; the newest are looked at. */
const withdrawalsMax = 50_000;

interface Held {
  readonly held: number;
  readonly value: string;
  readonly by_reason: Record<string, number>;
}

export interface Simulation {
  readonly withdrawals: number;
  readonly now: Held;
  readonly draft: Held;
  readonly newly_held: number;
  readonly newly_free: number;
}

/** As `reasonToHold` of the wallet decides, by rules that are given and at the moment of the request. */
function reasonBy(rules: WithdrawalRulesDraft): RawBuilder<string | null> {
  const since = sql`own.created_at - ${rules.velocity_minutes} * interval '1 minute'`;
  const within = sql`created_at > ${since} and created_at <= own.created_at`;
  return sql`case
    when own.value is null then 'unknown_value'
    when own.value > ${rules.hold_above}::numeric then 'large_amount'
    when ${rules.hold_on_new_device}::boolean and own.from_new_device then 'new_device'
    when (select count(*) from withdrawals where user_id = own.user_id and ${within})
      + (select count(*) from transfers where from_user = own.user_id and ${within})
      + (select count(*) from money_codes where maker = own.user_id and ${within}) > ${rules.velocity_requests} then 'velocity'
  end`;
}

/**
 * What rules would have done to the withdrawals of the last 30 days, beside what those of now do. Whether a device was new was written down by the rules of its
 * moment, so another number of hours shows only in whether it counts at all.
 */
export async function simulateRules(
  db: QueryExecutorProvider,
  { rules, now }: { rules: WithdrawalRulesDraft; now: Date },
): Promise<Simulation> {
  const current = await readRules(db);
  const since = new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ before: string | null; after: string | null; count: number; value: string }>`
    select before, after, count(*)::int as count, trim_scale(coalesce(sum(value), 0))::text as value
    from (
      select own.value, ${reasonBy(current)} as before, ${reasonBy(rules)} as after
      from (
        select id, user_id, value, from_new_device, created_at from withdrawals
        where created_at > ${since} and status <> 'failed' order by created_at desc limit ${withdrawalsMax}
      ) as own
    ) as judged
    group by before, after
  `.execute(db);
  const countOf = (some: readonly { count: number }[]) => some.reduce((sum, { count }) => sum + count, 0);
  const heldBy = async (which: 'before' | 'after'): Promise<Held> => {
    const held = rows.filter((row) => row[which] !== null);
    const byReason: Record<string, number> = {};
    for (const row of held)
      byReason[row[which] as string] = (byReason[row[which] as string] ?? 0) + row.count;
    const total = await sql<{ value: string }>`
      select trim_scale(coalesce(sum(value), 0))::text as value from unnest(${held.map(({ value }) => value)}::numeric[]) as value
    `.execute(db);
    return { held: countOf(held), value: total.rows[0]?.value ?? '0', by_reason: byReason };
  };
  return {
    withdrawals: countOf(rows),
    now: await heldBy('before'),
    draft: await heldBy('after'),
    newly_held: countOf(rows.filter(({ before, after }) => before === null && after !== null)),
    newly_free: countOf(rows.filter(({ before, after }) => before !== null && after === null)),
  };
}
