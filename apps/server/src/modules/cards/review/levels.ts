import type { CardLimitsDraft } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { Problem } from '#platform/http/problem.ts';

type Levels = z.output<typeof CardLimitsDraft>;

export async function readCardLevels(db: QueryExecutorProvider): Promise<Levels> {
  const { rows } = await sql<Levels[number]>`
    select level, trim_scale(payment_max)::text as payment_max, trim_scale(day_max)::text as day_max
    from card_levels order by level
  `.execute(db);
  return rows;
}

const units = (text: string) => {
  const parsed = parseDecimal(text, 18);
  return parsed.ok ? parsed.value : 0n;
};

/**
 * All levels that there are, from 0 on, none below the one before it, and a day of at least one payment.
 *
 * @returns what they are now.
 * @throws Problem level_limits_invalid, draft_unchanged.
 */
export async function checkCardLevels(db: QueryExecutorProvider, levels: Levels): Promise<Levels> {
  const current = await readCardLevels(db);
  const isRight = levels.every(({ level, payment_max, day_max }, place) => {
    const before = levels[place - 1];
    const grows =
      !before || (units(payment_max) >= units(before.payment_max) && units(day_max) >= units(before.day_max));
    return level === place && units(day_max) >= units(payment_max) && grows;
  });
  if (!isRight || levels.length < current.length) throw new Problem('level_limits_invalid');
  if (JSON.stringify(levels) === JSON.stringify(current)) throw new Problem('draft_unchanged');
  return current;
}

export async function changeCardLevels(transaction: QueryExecutorProvider, levels: Levels): Promise<Levels> {
  await sql`lock table card_levels in share row exclusive mode`.execute(transaction);
  const before = await checkCardLevels(transaction, levels);
  for (const { level, payment_max, day_max } of levels)
    await sql`
      insert into card_levels (level, payment_max, day_max) values (${level}, ${payment_max}, ${day_max})
      on conflict (level) do update set payment_max = excluded.payment_max, day_max = excluded.day_max
    `.execute(transaction);
  return before;
}
