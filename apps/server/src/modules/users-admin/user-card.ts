import type { UserCard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { lastActionOn } from '#modules/audit/index.ts';
import { feeTierOf } from '#modules/fees/index.ts';
import { enrolledFactors } from '#modules/identity/index.ts';
import { holdingsOf } from '#modules/wallet/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { Platform } from '#platform/platform.ts';
import { after, listedUser } from './listed-user.ts';
import { requireListed, type Sight } from './user-rows.ts';

interface Counted {
  readonly sessions: number;
  readonly deposits: number;
  readonly bankTransfers: number;
  readonly cardOrders: number;
  readonly withdrawals: number;
  readonly notes: number;
  readonly openProposals: number;
  readonly ownLevel: number | null;
  readonly level: number;
  readonly valueADay: string;
}

/** @throws Problem account_not_found. */
export async function readCard(platform: Platform, id: string, sight: Sight): Promise<UserCard> {
  const { database, view, clock } = platform;
  const now = clock.now();
  const { row, factors, counted, frozenByStaff, freeze } = await atOneMoment(
    database.kysely,
    async (moment) => {
      const row = await requireListed(moment, id, sight);
      const frozenByStaff = after(row.staffFreezeUntil, now);
      const change = { userId: id, action: 'payouts_freeze_changed' };
      return {
        ...{ row, frozenByStaff },
        factors: await enrolledFactors(moment, id),
        counted: await count(moment, { id, now }),
        freeze: frozenByStaff === null ? null : ((await lastActionOn(moment, change)) ?? null),
      };
    },
  );
  const [tier, state] = await Promise.all([
    feeTierOf(platform, id),
    view.read((exchange) => {
      const account = exchange.findAccount(id);
      const limits = account?.limits ? { ...account.limits } : null;
      return {
        limits,
        openOrders: account?.openOrderCount ?? 0,
        balances: holdingsOf(exchange, { account: id, coins: [] }),
      };
    }),
  ]);
  const { limits, openOrders, balances } = state;
  return {
    ...listedUser(row, sight, now),
    version: row.version,
    birthday: sight.persons ? row.birthday : null,
    language: row.language,
    phone_verified: row.phoneVerified,
    kyc_level: row.kycLevel,
    staff_freeze_until: frozenByStaff,
    freeze,
    factors: {
      ...{ totp: factors.totp, sms: factors.sms, email: factors.email, passkeys: factors.passkeys },
      backup_codes_left: factors.backupCodesLeft,
    },
    fee_tier: tier.tier,
    fee_tier_by_hand: tier.by_hand,
    limits: {
      open_orders: limits?.openOrdersPerAccountMax ?? null,
      open_orders_per_market: limits?.openOrdersPerMarketMax ?? null,
      orders_per_day: limits?.ordersPerDayMax ?? null,
      withdrawal_level: counted.ownLevel,
    },
    withdrawal_limit: { level: counted.level, value_a_day: counted.valueADay },
    balances,
    counts: {
      ...{ open_orders: openOrders, sessions: counted.sessions, deposits: counted.deposits },
      ...{ bank_transfers: counted.bankTransfers, card_orders: counted.cardOrders },
      ...{ withdrawals: counted.withdrawals, notes: counted.notes, open_proposals: counted.openProposals },
    },
  };
}

/** People have few of these, each with an index by their owner. */
async function count(db: QueryExecutorProvider, { id, now }: { id: string; now: Date }): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select
      (select count(*)::int from user_sessions where user_id = ${id} and ended_at is null and expires_at > ${now}) as sessions,
      (select count(*)::int from deposits where user_id = ${id}) as deposits,
      (select count(*)::int from bank_arrivals where user_id = ${id}) as "bankTransfers",
      (select count(*)::int from card_orders where user_id = ${id} and (side = 'sell' or paid_at is not null)) as "cardOrders",
      (select count(*)::int from withdrawals where user_id = ${id}) as withdrawals,
      (select count(*)::int from user_notes where user_id = ${id}) as notes,
      (select count(*)::int from approvals where state = 'open' and concerns = ${id} and (due_at is not null or expires_at > ${now}))
        as "openProposals",
      own.level as "ownLevel", levels.level, trim_scale(levels.value_a_day)::text as "valueADay"
    from withdrawal_levels levels left join user_withdrawal_levels own on own.user_id = ${id}
    where levels.level <= account_level(${id}) order by levels.level desc limit 1
  `.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('There is no policy of withdrawals.');
  return counted;
}
