import { type BookFinding, type BookLine, bookEndpoints } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { liftStop, standingStops } from './stops.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What operators see of the books, and the stop that only they lift. */
export function addBookRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, bookEndpoints.list, async () => ({ results: await listLines(kysely) }));

  serveEndpoint(app, bookEndpoints.findings, async ({ query: { limit, offset, cursor } }) => {
    const after = cursor !== undefined && uuid.test(cursor) ? cursor : null;
    const found = await listFindings(
      kysely,
      sql`
        ${after}::uuid is null
        or (found_at, id) < (select found_at, id from book_findings last where last.id = ${after}::uuid)
      `,
      { limit: limit + 1, offset },
    );
    const results = found.slice(0, limit);
    return { results, next: found.length > limit ? (results.at(-1)?.id ?? null) : null };
  });

  serveEndpoint(app, bookEndpoints.lift, async ({ caller, params: { currency }, body, request }) => {
    const { reason, confirmation } = body;
    const operatorId = caller.userId;
    const origin = originOf(request);
    await requireConfirmation(
      platform,
      { userId: operatorId, action: 'back_office', confirmation, origin },
      async (transaction) => {
        await liftStop(transaction, { coin: currency, operatorId, reason });
        await recordStaffAction(transaction, platform, {
          ...{ action: 'coin_stop_lifted', actorId: operatorId, origin, reason, object: `coin:${currency}` },
          ...{ before: { stopped: true }, after: { stopped: false } },
        });
      },
    );
    forgetMarkets(platform);
    await standingStops(platform).refresh();
    const standing = sql`coin = ${currency} and ended_at is null`;
    return { currency, findings: await listFindings(kysely, standing, { limit: 100, offset: 0 }) };
  });
}

/** A decimal of the coin, without zeros that say nothing. A product has every digit; a quotient is rounded. */
const show = (column: string) => sql`trim_scale(${sql.ref(column)} * ('1e-' || decimals)::numeric)::text`;
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function listLines(db: QueryExecutorProvider): Promise<BookLine[]> {
  const { rows } = await sql<BookLine>`
    select network, checks.coin as currency, height, ${show('hot')} as hot, ${show('users')} as users, ${show('cold')} as cold,
      ${show('custody')} as custody, ${show('open')} as seen, ${show('in_flight')} as in_flight,
      ${show('difference')} as difference, ${moment('checked_at')} as checked,
      exists (select from coin_stops where coin_stops.coin = checks.coin and lifted_at is null) as stopped
    from book_checks checks order by network, checks.coin
  `.execute(db);
  return rows;
}

async function listFindings(
  db: QueryExecutorProvider,
  which: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<BookFinding[]> {
  const { rows } = await sql<BookFinding>`
    select id, network, coin as currency, height, ${show('on_chain')} as on_chain, ${show('custody')} as custody,
      ${show('open')} as seen, ${show('difference')} as difference, ${moment('found_at')} as found, ${moment('ended_at')} as ended,
      case when explained_at is not null then
        json_build_object('by', explained_by, 'reason', explanation, 'time', ${moment('explained_at')})
      end as explanation
    from book_findings where ${which} order by found_at desc, id desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}
