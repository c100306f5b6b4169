import { type RawBuilder, sql } from 'kysely';
import { type MovementFilter, unitBounds } from './movement-filter.ts';

type Condition = RawBuilder<unknown>;

/** Whether an amount in the units of a coin, both of them SQL, is within the amounts of the filter. Empty without such a filter. */
export function unitsWithin(
  { coin, units }: { readonly coin: Condition; readonly units: Condition },
  filter: MovementFilter,
  decimals: ReadonlyMap<string, number>,
): Condition[] {
  if (filter.amountFrom === undefined && filter.amountTo === undefined) return [];
  const coins =
    filter.coin === undefined ? [...decimals] : [...decimals].filter(([code]) => code === filter.coin);
  if (coins.length === 0) return [sql`false`];
  const bound = (name: 'low' | 'high') => {
    const cases = coins.map(
      ([code, places]) => sql`when ${code} then ${String(unitBounds(filter, places)[name])}::numeric`,
    );
    return sql`case ${coin} ${sql.join(cases, sql` `)} end`;
  };
  return [
    ...(filter.amountFrom === undefined ? [] : [sql`${units} >= ${bound('low')}`]),
    ...(filter.amountTo === undefined ? [] : [sql`${units} <= ${bound('high')}`]),
  ];
}
