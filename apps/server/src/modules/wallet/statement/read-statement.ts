import type { Statement, StatementCoin, statementLines } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Rate, ratesAt, showWorth, worthOf } from '#modules/rates/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { requireTimeZone, startOfYear } from './time-zone.ts';

type LineName = (typeof statementLines)[number];

export interface StatementAsked {
  readonly userId: string;
  readonly year: number;
  readonly currency: string;
  readonly timeZone: string;
}

const dayMs = 86_400_000;

/**
 * The sums of a year, coin by coin, in units of the ledger: what there was at the beginning and everything that happened make what there was at the end. Each
 * is valued day by day, at the rate with which its day of UTC closed.
 *
 * @throws Problem coin_invalid; unprocessable_entity for a year that has not begun, or a zone that nobody knows.
 */
export async function readStatement(
  platform: Platform,
  { userId, year, currency, timeZone }: StatementAsked,
): Promise<Statement> {
  requireTimeZone(timeZone);
  const now = platform.clock.now().getTime();
  const from = startOfYear(year, timeZone);
  if (from > now)
    throw new Problem('unprocessable_entity', { fields: { year: { code: 'value_not_allowed' } } });
  const to = Math.min(startOfYear(year + 1, timeZone), now + 1);
  const stretch = { account: userId, from, to };
  const { sums, edges } = await atOneMoment(platform.database.kysely, async (moment) => ({
    sums: await readSums(moment, stretch),
    edges: await readEdges(moment, stretch),
  }));
  const decimals = await platform.view.read(({ coins }) => new Map(coins));
  const days = [...new Set(sums.map(({ day }) => day))].sort((a, b) => a - b);
  const times = [from, to, ...days.map((day) => (day + 1) * dayMs)];
  // The year that goes on closes with the last price; one that is over with that of its last day.
  const rates = await ratesAt(platform, { currency, timeframe: '1d', times, ...(to > now && { now: to }) });
  const rateOf = (coin: string, place: number) => rates.get(coin)?.[place];
  const coins = edges.flatMap(({ coin, opening, closing }): StatementCoin[] => {
    const own = sums.filter((sum) => sum.coin === coin);
    if (own.length === 0 && opening === 0n && closing === 0n) return [];
    const places = decimals.get(coin) ?? 0;
    const show = ({ units, worth }: Total) => ({
      amount: formatDecimal(units, places),
      value: worth === undefined ? null : showWorth(worth, currency, decimals),
    });
    const totalOf = (units: bigint, rate: Rate | undefined): Total =>
      units === 0n ? nothing : { units, worth: rate && worthOf(units, places, rate) };
    const lines = linesOf(own, (sum, units) => totalOf(units, rateOf(coin, 2 + days.indexOf(sum.day))));
    const line = (name: LineName) => show(lines.get(name) ?? nothing);
    return [
      {
        currency: coin,
        opening: show(totalOf(opening, rateOf(coin, 0))),
        ...{
          deposits: line('deposits'),
          withdrawals: line('withdrawals'),
          bought: line('bought'),
          sold: line('sold'),
        },
        ...{ transfers_in: line('transfers_in'), transfers_out: line('transfers_out') },
        ...{
          codes_in: line('codes_in'),
          codes_out: line('codes_out'),
          fees: line('fees'),
          other: line('other'),
        },
        closing: show(totalOf(closing, rateOf(coin, 1))),
      },
    ];
  });
  const moment = (at: number) => new Date(at).toISOString();
  return { year, time_zone: timeZone, in: currency, from: moment(from), to: moment(to), coins };
}

/** So many units, and what they were worth; undefined where that is not known of some of them. */
interface Total {
  readonly units: bigint;
  readonly worth: bigint | undefined;
}

const nothing: Total = { units: 0n, worth: 0n };

/** What came in or went out of one coin for one reason on one day of UTC, with the fees that were part of it. */
interface DaySum {
  readonly coin: string;
  readonly kind: string;
  readonly isOut: boolean;
  readonly day: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The line of what came in, and that of what went out. What has none goes to `other`, with its sign. */
const lineOfKind: Readonly<Record<string, { readonly in?: LineName; readonly out?: LineName }>> = {
  deposit: { in: 'deposits' },
  withdrawal: { out: 'withdrawals' },
  trade: { in: 'bought', out: 'sold' },
  transfer: { in: 'transfers_in', out: 'transfers_out' },
  code: { in: 'codes_in', out: 'codes_out' },
};

function linesOf(
  sums: readonly DaySum[],
  totalOf: (sum: DaySum, units: bigint) => Total,
): Map<LineName, Total> {
  const lines = new Map<LineName, Total>();
  const add = (name: LineName, { units, worth }: Total) => {
    const before = lines.get(name) ?? nothing;
    const sum = worth === undefined || before.worth === undefined ? undefined : before.worth + worth;
    lines.set(name, { units: before.units + units, worth: sum });
  };
  for (const sum of sums) {
    const { kind, isOut, amount, fee } = sum;
    // The fee is taken from what comes in and is on top of what goes out: without it, this is what was received or given.
    const gross = isOut ? -amount - fee : amount + fee;
    const name = lineOfKind[kind]?.[isOut ? 'out' : 'in'];
    add(name ?? 'other', totalOf(sum, name === undefined && isOut ? -gross : gross));
    add('fees', totalOf(sum, fee));
  }
  return lines;
}

interface Stretch {
  readonly account: string;
  readonly from: number;
  readonly to: number;
}

async function readSums(database: QueryExecutorProvider, { account, from, to }: Stretch): Promise<DaySum[]> {
  const day = sql`at / ${sql.lit(dayMs)}`;
  const { rows } = await sql<Omit<DaySum, 'amount' | 'fee'> & { amount: string; fee: string }>`
    select coin, kind, amount < 0 as "isOut", (${day})::int as day, sum(amount)::text as amount, sum(fee)::text as fee
    from ledger_entries as entries where account = ${account} and at >= ${from} and at < ${to}
    group by coin, kind, entries.amount < 0, ${day} order by coin, day
  `.execute(database);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}

/** What there was of each coin when the stretch began and when it ended. */
async function readEdges(
  database: QueryExecutorProvider,
  { account, from, to }: Stretch,
): Promise<{ coin: string; opening: bigint; closing: bigint }[]> {
  const before = (time: number) =>
    sql`coalesce((select entries.balance from ledger_entries as entries
      where entries.account = ${account} and entries.coin = balances.coin and entries.at < ${time}
      order by entries.at desc, entries.event desc, entries.line desc limit 1), 0)::text`;
  const { rows } = await sql<{ coin: string; opening: string; closing: string }>`
    select coin, ${before(from)} as opening, ${before(to)} as closing from balances where account = ${account} order by coin
  `.execute(database);
  return rows.map(({ coin, opening, closing }) => ({
    coin,
    opening: BigInt(opening),
    closing: BigInt(closing),
  }));
}
