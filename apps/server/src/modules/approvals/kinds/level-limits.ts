import { sql } from 'kysely';
import { requireLevels } from '#modules/policy/index.ts';
import type { ApprovalKind } from './kind.ts';

const line = ({ level, value_a_day }: { level: number; value_a_day: string }) => `${level}: ${value_a_day}`;

/** What may leave within a day, by level. It counts from the next withdrawal on. */
export const levelLimits: ApprovalKind<'level_limits'> = {
  name: 'level_limits',
  approve: 'policy.approve',
  action: 'level_limits_changed',
  lifeHours: 72,
  check: async ({ database }, { levels }) => void (await requireLevels(database.kysely, levels)),
  finish: async (transaction, _platform, { levels }) => {
    await sql`lock table withdrawal_levels in share row exclusive mode`.execute(transaction);
    const before = await requireLevels(transaction, levels);
    for (const { level, value_a_day } of levels)
      await sql`
        insert into withdrawal_levels (level, value_a_day) values (${level}, ${value_a_day})
        on conflict (level) do update set value_a_day = excluded.value_a_day
      `.execute(transaction);
    return { before: { levels: before.map(line) }, after: { levels: levels.map(line) } };
  },
};
