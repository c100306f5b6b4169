import type { CardOrder, PayMethod, PaySystem } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { type Reversal, reversalsColumn } from './reversals.ts';

export type Stage =
  | 'created'
  | 'pending'
  | 'authenticating'
  | 'refused'
  | 'expired'
  | 'paid'
  | 'credited'
  | 'completed'
  | 'refunding'
  | 'refund_asked'
  | 'refund_undone'
  | 'refunded'
  | 'reversing'
  | 'charged_back'
  | 'selling'
  | 'sold'
  | 'sending'
  | 'settling'
  | 'returning'
  | 'failed';

/** A purchase or a sale, as its row has it. Amounts are decimals. */
export interface OrderRow {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly side: 'buy' | 'sell';
  readonly clientId: string;
  readonly system: PaySystem;
  readonly method: PayMethod;
  readonly currency: 'USD' | 'EUR' | 'RUB';
  readonly coin: string;
  readonly amount: string | null;
  readonly fee: string | null;
  readonly coinAmount: string | null;
  readonly expected: string;
  readonly least: string;
  readonly value: string;
  readonly stage: Stage;
  readonly reason: CardOrder['reason'];
  readonly payment: string | null;
  readonly payPage: string | null;
  readonly expiresAt: Date | null;
  /** Of the card, until it is used. */
  readonly sealedToken: Buffer | null;
  readonly saveCard: boolean;
  readonly cardBrand: string | null;
  readonly cardLastFour: string | null;
  readonly destination: string | null;
  readonly holder: string | null;
  readonly route: readonly string[] | null;
  readonly given: string | null;
  /** What of its coin a sale was asked for; null before this was kept. */
  readonly asked: string | null;
  /** What the order's swap took. */
  readonly swapGiven: string | null;
  readonly minimum: string | null;
  /** It was charged back, and that is still to be carried out. */
  readonly reversal: 'chargeback' | null;
  /** What was given back so far, and what the acquirer says that it has refunded. */
  readonly returned: string;
  readonly refundTold: string;
  readonly reversals: readonly Reversal[];
  /** Of the swap by which its coin was bought or sold. */
  readonly tradingFees: CardOrder['trading_fees'];
  /** Its chargeback suspended the owner, who still is. */
  readonly isSuspending: boolean;
  readonly creditBooking: number | null;
  readonly holdBooking: number | null;
  readonly sendBooking: number | null;
  readonly settleBooking: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly paidAt: Date | null;
}

/** Of a purchase both are known from the beginning. */
export type Purchase = OrderRow & { readonly amount: string; readonly fee: string };

const tradingFeesColumn = sql`(
  select coalesce(json_agg(json_build_object('market', market, 'coin', paid_in, 'amount', trim_scale(paid / power(10::numeric, decimals))::text)
    order by first_trade), '[]')
  from (
    select market, min(trade_id) as first_trade, sum(fills.fee) as paid, split_part(market, '-', case fills.side when 'buy' then 1 else 2 end) as paid_in
    from swaps join fills on fills.order_id = any (swaps.order_ids) and fills.account = swaps.account
    where swaps.id = own.swap_id group by market, fills.side
  ) of_swap join coins on coins.code = paid_in
) as "tradingFees"`;

const swapGivenColumn = sql`(
  select trim_scale(swaps.given / power(10::numeric, coins.decimals))::text from swaps join coins on coins.code = from_coin
  where swaps.id = own.swap_id
) as "swapGiven"`;

const columns = sql`
  own.id, own.user_id as "userId", users.username, side, client_id as "clientId", system, method, currency, coin,
  trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, trim_scale(coin_amount)::text as "coinAmount",
  trim_scale(expected)::text as expected, trim_scale(least)::text as least, trim_scale(value)::text as value, stage, reason,
  payment, pay_page as "payPage", expires_at as "expiresAt", sealed_token as "sealedToken", save_card as "saveCard", card_brand as "cardBrand",
  card_last_four as "cardLastFour", destination, holder, route, trim_scale(given)::text as given, trim_scale(asked)::text as asked,
  trim_scale(minimum)::text as minimum, reversal, trim_scale(returned)::text as returned, trim_scale(refund_told)::text as "refundTold",
  ${reversalsColumn}, ${tradingFeesColumn}, ${swapGivenColumn}, suspended_owner and users.status = 'suspended' as "isSuspending", credit_booking::float8 as "creditBooking", hold_booking::float8 as "holdBooking",
  send_booking::float8 as "sendBooking", settle_booking::float8 as "settleBooking", own.created_at as "createdAt", own.updated_at as "updatedAt",
  own.paid_at as "paidAt"
`;

export async function listOrders(
  db: QueryExecutorProvider,
  condition: RawBuilder<unknown>,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from card_orders own join users on users.id = own.user_id where ${condition}
  `.execute(db);
  return rows;
}

export async function findOrder(db: QueryExecutorProvider, id: string): Promise<OrderRow | undefined> {
  return (await listOrders(db, sql`own.id = ${id}`))[0];
}

/** @throws Problem transaction_not_found, also for somebody else's. */
export async function requireOwnOrder(
  db: QueryExecutorProvider,
  { id, userId }: { id: string; userId: string },
): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (order?.userId !== userId) throw new Problem('transaction_not_found');
  return order;
}

/** Locks an order for the transaction. */
export async function lockOrder(db: QueryExecutorProvider, id: string): Promise<OrderRow | undefined> {
  await sql`select from card_orders where id = ${id} for update`.execute(db);
  return findOrder(db, id);
}

/** Where the token of a card is still to be used. */
const withToken: ReadonlySet<Stage> = new Set(['created', 'selling', 'sold', 'sending']);

/** Takes an order from one stage to the next, with what changes by it. False: it is not there any more. */
export async function step(
  db: QueryExecutorProvider,
  {
    id,
    from,
    to,
    now,
    set = sql`id = id`,
  }: { id: string; from: Stage; to: Stage; now: Date; set?: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows } = await sql`
    update card_orders set stage = ${to}, updated_at = ${now}, ${set} ${withToken.has(to) ? sql`` : sql`, sealed_token = null`}
    where id = ${id} and stage = ${from} returning id
  `.execute(db);
  return rows.length > 0;
}
