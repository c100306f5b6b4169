import { marketMakerLabel } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { quotesOf } from './maker-quotes.ts';

export const makersJob = 'market-operations.look_at_makers';

const keptDays = 30;

/** The accounts that staff call market makers. */
export async function makersOf(db: QueryExecutorProvider): Promise<{ id: string; username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where labels <> '{}' and labels @> ${[marketMakerLabel]}::text[] order by username
  `.execute(db);
  return rows;
}

/**
 * Writes down how makers quote at this moment. A market in which they have quoted in the last day and have nothing now counts as well, as not quoted: that is
 * what uptime is about. While a market is not open nobody can quote, and nothing is counted.
 */
export async function lookAtMakers({ database, view, clock }: Platform): Promise<void> {
  const makers = await makersOf(database.kysely);
  const now = clock.now();
  await sql`delete from market_maker_hours where hour < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(
    database.kysely,
  );
  if (makers.length === 0) return;
  const known = await sql<{ userId: string; market: string }>`
    select distinct user_id as "userId", market from market_maker_hours
    where hour >= ${now}::timestamptz - interval '1 day' and quoted > 0
  `.execute(database.kysely);
  const looks = await view.read((exchange) => {
    const isOpen = (market: string) => exchange.markets.get(market)?.state === 'open';
    return makers.flatMap(({ id }) => {
      const quotes = quotesOf(exchange, id);
      const absent = known.rows.filter(
        ({ userId, market }) => userId === id && !quotes.some((quote) => quote.market === market),
      );
      return [
        ...quotes.map(({ market, isQuoting, spread, depth }) => ({
          ...{ user: id, market, quoted: isQuoting ? 1 : 0 },
          spread: isQuoting ? (spread ?? 0) : 0,
          depth: String(isQuoting ? depth : 0n),
        })),
        ...absent.map(({ market }) => ({ user: id, market, quoted: 0, spread: 0, depth: '0' })),
      ].filter(({ market }) => isOpen(market));
    });
  });
  await sql`
    insert into market_maker_hours as kept (user_id, market, hour, looks, quoted, spread, depth)
    select "user", market, date_trunc('hour', ${now}::timestamptz), 1, quoted, spread, depth
    from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as look ("user" uuid, market text, quoted int, spread bigint, depth numeric)
    on conflict (user_id, market, hour) do update set looks = kept.looks + 1, quoted = kept.quoted + excluded.quoted,
      spread = kept.spread + excluded.spread, depth = kept.depth + excluded.depth
  `.execute(database.kysely);
}
