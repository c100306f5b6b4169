import type { LevelLimitsDraft, WithdrawalRulesDraft } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { Problem } from '#platform/http/problem.ts';

type Levels = z.output<typeof LevelLimitsDraft>;

export async function readRules(db: QueryExecutorProvider): Promise<WithdrawalRulesDraft> {
  const { rows } = await sql<WithdrawalRulesDraft>`
    select trim_scale(hold_above)::text as hold_above, hold_on_new_device, new_device_hours, velocity_requests, velocity_minutes,
      address_delay_hours, card_hold_hours, level
    from withdrawal_policy
  `.execute(db);
  const [rules] = rows;
  if (!rules) throw new Error('The row of withdrawal_policy is gone.');
  return rules;
}

/** Answers the rules of now. @throws Problem level_limits_invalid for a level that there is none of, draft_unchanged. */
export async function requireRules(
  db: QueryExecutorProvider,
  rules: WithdrawalRulesDraft,
): Promise<WithdrawalRulesDraft> {
  const current = await readRules(db);
  const { rows } = await sql`select from withdrawal_levels where level = ${rules.level}`.execute(db);
  if (rows.length === 0) throw new Problem('level_limits_invalid');
  const names = Object.keys(current) as (keyof WithdrawalRulesDraft)[];
  if (names.every((name) => String(current[name]) === String(rules[name])))
    throw new Problem('draft_unchanged');
  return current;
}

export async function writeRules(db: QueryExecutorProvider, rules: WithdrawalRulesDraft): Promise<void> {
  await sql`
    update withdrawal_policy set hold_above = ${rules.hold_above}, hold_on_new_device = ${rules.hold_on_new_device},
      new_device_hours = ${rules.new_device_hours}, velocity_requests = ${rules.velocity_requests},
      velocity_minutes = ${rules.velocity_minutes}, address_delay_hours = ${rules.address_delay_hours},
      card_hold_hours = ${rules.card_hold_hours}, level = ${rules.level}
  `.execute(db);
}

export async function readLevels(
  db: QueryExecutorProvider,
): Promise<{ level: number; value_a_day: string; users: number }[]> {
  const { rows } = await sql<{ level: number; value_a_day: string; users: number }>`
    select level, trim_scale(value_a_day)::text as value_a_day,
      (select count(*)::int from user_withdrawal_levels where user_withdrawal_levels.level = withdrawal_levels.level) as users
    from withdrawal_levels order by level
  `.execute(db);
  return rows;
}

/** People have levels by number, so none goes; more may come. Answers those of now. @throws Problem level_limits_invalid, draft_unchanged. */
export async function requireLevels(db: QueryExecutorProvider, levels: Levels): Promise<Levels> {
  const current = (await readLevels(db)).map(({ level, value_a_day }) => ({ level, value_a_day }));
  const hasAll = current.every(({ level }) => levels.some((given) => given.level === level));
  const { rows } = await sql<{ right: boolean }>`
    select bool_and(at = level + 1 and coalesce(value >= before, true)) as right
    from (
      select at, level, value, lag(value) over (order by at) as before
      from (
        select at, (given ->> 'level')::int as level, (given ->> 'value_a_day')::numeric as value
        from jsonb_array_elements(${JSON.stringify(levels)}::jsonb) with ordinality as each (given, at)
      ) as own
    ) as own
  `.execute(db);
  if (!hasAll || rows[0]?.right !== true) throw new Problem('level_limits_invalid');
  if (JSON.stringify(levels) === JSON.stringify(current)) throw new Problem('draft_unchanged');
  return current;
}
