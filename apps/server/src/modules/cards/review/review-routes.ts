import {
  type CardDesk,
  type CardOrderDetails,
  type cardOrderStatuses,
  cardReviewEndpoints,
  type ReviewedCardOrder,
} from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { makeStaffChange } from '#modules/audit/index.ts';
import { originOf } from '#modules/identity/index.ts';
import { readPlace, writePlace } from '#modules/wallet/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { acquirersOf } from '../acquirer/acquirers.ts';
import { findOrder, listOrders, type OrderRow } from '../orders/order.ts';
import { orderOnWire, stages, statusOf } from '../orders/order-wire.ts';
import { leftOf, type Reversal } from '../orders/reversals.ts';
import { otherAccounts } from '../same-card.ts';
import { fiatUnits, readTerms, showFiat, type Terms } from '../terms.ts';
import { readCardLevels } from './levels.ts';
import { aloneUpTo, isRefundable, readCover, refundNow } from './refund.ts';
import { listSettlements, owedBy, recordSettlement } from './settlements.ts';
import { isWatchedChargeback } from './watched-chargebacks.ts';

type FiatCurrency = OrderRow['currency'];

/** What staff see of card payments, and decide. */
export function addReviewRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;

  serveEndpoint(app, cardReviewEndpoints.list, async ({ query: { limit, cursor, ...filter } }) => {
    const after = readPlace(cursor);
    const found = await listOrders(
      kysely,
      sql`${conditionOf(filter, platform.clock.now())} and ${after ? sql`(own.created_at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
        order by own.created_at desc, own.id desc limit ${limit + 1}`,
    );
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      results: await Promise.all(shown.map((row) => reviewed(kysely, row, platform.clock.now()))),
      next: last ? writePlace({ rank: 0, at: last.createdAt, id: last.id }) : null,
    };
  });

  serveEndpoint(app, cardReviewEndpoints.read, ({ params: { id } }) => readDetails(platform, id));

  serveEndpoint(app, cardReviewEndpoints.refund, async ({ params: { id }, body, caller, request }) => {
    const { amount, client_id: clientId, reason, confirmation } = body;
    const by = { operatorId: caller.userId, origin: originOf(request), reason, confirmation };
    await refundNow(platform, { id, amount, clientId, ...by });
    return readDetails(platform, id);
  });

  serveEndpoint(app, cardReviewEndpoints.desk, () => readDesk(platform));

  serveEndpoint(
    app,
    cardReviewEndpoints.switchSystem,
    async ({ params: { name }, body, caller, request }) => {
      const { purchases_disabled, sales_disabled } = body;
      await makeStaffChange(platform, { caller, body, request }, async (transaction) => {
        await sql`
        update card_systems set purchases_disabled = ${purchases_disabled}, sales_disabled = ${sales_disabled} where name = ${name}
      `.execute(transaction);
        const after = { purchases_disabled, sales_disabled };
        return { action: 'card_system_switched', object: `card_system:${name}`, after };
      });
      return readDesk(platform);
    },
  );

  serveEndpoint(app, cardReviewEndpoints.settlements, ({ query }) => listSettlements(kysely, query));

  serveEndpoint(app, cardReviewEndpoints.settle, async ({ body, caller, request }) => {
    await recordSettlement(platform, { operatorId: caller.userId, origin: originOf(request), body });
    return readDesk(platform);
  });
}

interface ListFilter {
  readonly side?: 'buy' | 'sell' | undefined;
  readonly status?: (typeof cardOrderStatuses)[number] | undefined;
  readonly pay_system?: string | undefined;
  readonly text?: string | undefined;
  readonly chargeback?: 'watched' | undefined;
}

function conditionOf(
  { side, status, pay_system, text, chargeback }: ListFilter,
  now: Date,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (side !== undefined) parts.push(sql`side = ${side}`);
  if (pay_system !== undefined) parts.push(sql`system = ${pay_system}`);
  if (chargeback !== undefined) parts.push(isWatchedChargeback(now));
  if (status !== undefined) {
    const meant = stages.filter((stage) => statusOf(stage) === status);
    parts.push(sql`stage = any (${meant}::text[])`);
  }
  if (text !== undefined)
    parts.push(
      sql`(own.id::text = lower(${text}) or payment = ${text} or card_last_four = ${text} or lower(users.username) = lower(${text}))`,
    );
  return sql.join(parts, sql` and `);
}

async function reviewed(db: QueryExecutorProvider, row: OrderRow, now: Date): Promise<ReviewedCardOrder> {
  const { rows } = await sql<{ id: string }>`
    select id from approvals where kind = 'card_refund' and state in ('open', 'approved')
      and payload ->> 'order' = ${row.id} and expires_at > now() limit 1
  `.execute(db);
  const { userId, username, stage, value, payment, reversals } = row;
  const losses = reversals.flatMap(({ lost }) => (lost === null ? [] : [fiatUnits(lost)]));
  return {
    ...orderOnWire(row, now),
    ...{ user: { id: userId, username }, stage, value, payment },
    lost: losses.length === 0 ? null : showFiat(losses.reduce((sum, each) => sum + each, 0n)),
    refundable: isRefundable(row),
    second_person: row.side === 'buy' && (await aloneUpTo(db, row)) < leftOf(row),
    proposal: rows[0]?.id ?? null,
  };
}

/** @throws Problem transaction_not_found. */
async function readDetails(platform: Platform, id: string): Promise<CardOrderDetails> {
  const now = platform.clock.now();
  const { row, order, same_card, timeline } = await atOneMoment(platform.database.kysely, async (moment) => {
    const row = await findOrder(moment, id);
    if (!row) throw new Problem('transaction_not_found');
    return {
      row,
      order: await reviewed(moment, row, now),
      same_card: await otherAccounts(moment, id),
      timeline: await readTimeline(moment, id),
    };
  });
  // What the account has is asked of the exchange, which is no part of the moment.
  const refund = await readCover(platform, row);
  return { ...order, refund, staff_refunds: row.reversals.map(staffRefund), same_card, timeline };
}

async function readTimeline(db: QueryExecutorProvider, id: string): Promise<CardOrderDetails['timeline']> {
  const { rows } = await sql<{
    time: Date;
    kind: 'step' | 'event';
    name: string;
    outcome: 'applied' | 'late' | 'refused' | null;
  }>`
    select at as time, 'step' as kind, stage as name, null as outcome, id as place from card_order_log where order_id = ${id}
    union all
    select received_at, 'event', state, outcome, 0 from card_events where order_id = ${id}
    order by time, place
  `.execute(db);
  return rows.map(({ time, kind, name, outcome }) => ({ time: time.toISOString(), kind, name, outcome }));
}

function staffRefund({
  kind,
  state,
  begun,
  ended,
  amount,
  fee,
  taken,
  lost,
  by,
  reason,
  reference,
}: Reversal) {
  const date = new Date(ended ?? begun).toISOString();
  return { kind, status: state, date, amount, fee, taken, lost, by, reason, reference };
}

function termsOnDesk({ currency, purchase, payout, min, max }: Terms) {
  return {
    currency: currency as FiatCurrency,
    ...{ purchase_fee_percent: showFiat(purchase.rate), purchase_fee_fixed: showFiat(purchase.fixed) },
    ...{ payout_fee_percent: showFiat(payout.rate), payout_fee_fixed: showFiat(payout.fixed) },
    ...{ min: showFiat(min), max: showFiat(max) },
  };
}

async function readDesk(platform: Platform): Promise<CardDesk> {
  const { kysely } = platform.database;
  const { rows } = await sql<
    Pick<CardDesk['systems'][number], 'name' | 'purchases_disabled' | 'sales_disabled'>
  >`
    select name, purchases_disabled, sales_disabled from card_systems order by place
  `.execute(kysely);
  const terms = await readTerms(kysely);
  const systems = rows.map(async (row) => {
    const own = terms.filter(({ system }) => system === row.name);
    const configured = acquirersOf(platform).find(row.name) !== undefined;
    const owed = own.map(async ({ currency }) => ({
      currency: currency as FiatCurrency,
      amount: showFiat(await owedBy(platform, row.name, currency)),
    }));
    return { ...row, configured, owed: await Promise.all(owed), terms: own.map(termsOnDesk) };
  });
  return { systems: await Promise.all(systems), levels: await readCardLevels(kysely) };
}
