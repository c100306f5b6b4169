import { type RawBuilder, sql } from 'kysely';
import type { MovementFilter } from './movement-filter.ts';
import { unitsWithin } from './units-within.ts';

/**
 * Actions that change one coin into another. Each is one row of the history, whatever number of ledger lines it has: a fill of an order, a swap with all its
 * trades, a card order with its payment and the trades that follow. The lines are read for the rows of a page only.
 */
type Condition = RawBuilder<unknown>;

interface ExchangeTable {
  readonly table: string;
  readonly at: string;
  readonly key: readonly string[];
  conditions(filter: MovementFilter, decimals: ReadonlyMap<string, number>): Condition[] | undefined;
}

/** A coin that an action pays or receives, as SQL. */
interface Side {
  readonly coin: Condition;
  readonly comesIn: Condition;
  /** Whether the amount fits the filter; empty without a filter by amount. */
  readonly amount: readonly Condition[];
}

/** One and the same side fits coin, direction and amount. Undefined: the filter has none of them. */
function sideFits(
  { coin, direction, amountFrom, amountTo }: MovementFilter,
  sides: readonly Side[],
): Condition | undefined {
  if (coin === undefined && direction === undefined && amountFrom === undefined && amountTo === undefined)
    return undefined;
  const fits = sides.map((side) => {
    const parts = [
      ...(coin === undefined ? [] : [sql`${side.coin} = ${coin}`]),
      ...(direction === undefined ? [] : [direction === 'in' ? side.comesIn : sql`not (${side.comesIn})`]),
      ...side.amount,
    ];
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return sql`(${sql.join(fits, sql` or `)})`;
}

function decimalWithin(amount: Condition, { amountFrom, amountTo }: MovementFilter): Condition[] {
  return [
    ...(amountFrom === undefined ? [] : [sql`${amount} >= ${amountFrom}::numeric`]),
    ...(amountTo === undefined ? [] : [sql`${amount} <= ${amountTo}::numeric`]),
  ];
}

const isWhole = ({ status }: MovementFilter) => status === undefined || status === 'completed';
const isOnlyCoin = ({ direction, amountFrom, amountTo }: MovementFilter) =>
  direction === undefined && amountFrom === undefined && amountTo === undefined;

/** As a scalar, so that the planner asks it row by row and never hashes all swaps of the account. */
const isOfSwap = sql`(select true from swaps own where own.account = fills.account and own.swapped_at = fills.executed_at
  and fills.order_id = any(own.order_ids) limit 1)`;

/** The number of an action with or without its prefix; undefined for a text that can be none. */
const numberIn = (text: string, prefix: 's' | 't') =>
  new RegExp(`^${prefix}?([0-9]{1,16})$`, 'i').exec(text)?.[1];
/** A line of the ledger, by which rows were named before. */
const lineIn = (text: string) => /^([0-9]{1,16})-([0-9]{1,4})$/.exec(text)?.slice(1);

function tradeText({ text, userId }: MovementFilter): Condition[] | undefined {
  if (text === undefined) return [];
  const [event, line] = lineIn(text) ?? [];
  if (event !== undefined && line !== undefined)
    return [
      sql`trade_id::text = (select reference from ledger_entries where event = ${event}::bigint and line = ${line}::smallint
        and account = ${userId} and kind = 'trade')`,
    ];
  const number = numberIn(text, 't');
  return number === undefined ? undefined : [sql`trade_id = ${number}::bigint`];
}

/** What a fill changes of each coin, as decimals. */
const baseChange = sql`(fills.quantity / power(10::numeric, m.quantity_decimals)
  - case when fills.side = 'buy' then fills.fee / power(10::numeric, m.base_decimals) else 0 end)`;
const quoteChange = sql`((fills.total - case when fills.side = 'sell' then fills.fee else 0 end) / power(10::numeric, m.quote_decimals))`;

const trade: ExchangeTable = {
  table: 'fills',
  at: 'executed_at',
  key: ['trade_id'],
  conditions: (filter) => {
    const { type, coin, userId } = filter;
    if ((type !== undefined && type !== 'trade') || !isWhole(filter)) return undefined;
    const text = tradeText(filter);
    if (text === undefined) return undefined;
    const fits = sideFits(filter, [
      {
        coin: sql`m.base`,
        comesIn: sql`fills.side = 'buy'`,
        amount: decimalWithin(baseChange, filter),
      },
      {
        coin: sql`m.quote`,
        comesIn: sql`fills.side = 'sell'`,
        amount: decimalWithin(quoteChange, filter),
      },
    ]);
    return [
      sql`account = ${userId}`,
      ...(coin === undefined
        ? []
        : [
            sql`market = any(array(select o.market from order_markets o where o.base = ${coin} or o.quote = ${coin}))`,
          ]),
      ...(fits === undefined || isOnlyCoin(filter)
        ? []
        : [sql`exists (select from order_markets m where m.market = fills.market and ${fits})`]),
      ...text,
      sql`${isOfSwap} is null`,
    ];
  },
};

/** A swap through two markets also has lines of the coin between them. */
const passesThrough = (orders: Condition, coin: string) =>
  sql`exists (select from fills leg join order_markets m on m.market = leg.market
    where leg.order_id = any(${orders}) and ${coin} in (m.base, m.quote))`;

const swap: ExchangeTable = {
  table: 'swaps',
  at: 'swapped_at',
  key: ['id'],
  conditions: (filter, decimals) => {
    const { type, text, coin, userId } = filter;
    if ((type !== undefined && type !== 'swap') || !isWhole(filter)) return undefined;
    const number = text === undefined ? undefined : numberIn(text, 's');
    if (text !== undefined && number === undefined) return undefined;
    const fits = sideFits(filter, [
      {
        coin: sql`from_coin`,
        comesIn: sql`false`,
        amount: unitsWithin({ coin: sql`from_coin`, units: sql`given` }, filter, decimals),
      },
      {
        coin: sql`to_coin`,
        comesIn: sql`true`,
        amount: unitsWithin({ coin: sql`to_coin`, units: sql`received` }, filter, decimals),
      },
    ]);
    const through =
      coin === undefined || !isOnlyCoin(filter)
        ? sql``
        : sql`or (cardinality(order_ids) > 1 and ${passesThrough(sql`order_ids`, coin)})`;
    return [
      sql`account = ${userId}`,
      ...(fits === undefined ? [] : [sql`(${fits} ${through})`]),
      ...(number === undefined ? [] : [sql`id = ${number}::bigint`]),
      sql`not exists (select from card_orders paid where paid.swap_id = swaps.id)`,
    ];
  },
};

/** Stages of card orders whose money has moved and is not where it is going. */
const unfinished = sql`('paid', 'credited', 'sold', 'sending', 'settling', 'returning')`;
/** As the index of migration 0440 says it. */
const hasMoved = sql`((side = 'buy' and paid_at is not null) or (side = 'sell' and stage not in ('selling', 'refused')))`;

const card: ExchangeTable = {
  table: 'card_orders',
  at: 'paid_at',
  key: ['id'],
  conditions: (filter) => {
    const { type, text, coin, status, userId } = filter;
    if (type !== undefined && type !== 'card_purchase' && type !== 'card_sale') return undefined;
    if (status !== undefined && status !== 'completed' && status !== 'pending') return undefined;
    const fits = sideFits(filter, [
      {
        coin: sql`currency`,
        comesIn: sql`side = 'sell'`,
        amount: decimalWithin(
          sql`(amount - case when side = 'sell' then coalesce(fee, 0) else 0 end)`,
          filter,
        ),
      },
      { coin: sql`coin`, comesIn: sql`side = 'buy'`, amount: decimalWithin(sql`coin_amount`, filter) },
    ]);
    const through =
      coin === undefined || !isOnlyCoin(filter)
        ? sql``
        : sql`or exists (select from swaps made where made.id = card_orders.swap_id and ${passesThrough(sql`made.order_ids`, coin)})`;
    return [
      sql`user_id = ${userId}::uuid`,
      hasMoved,
      ...(type === undefined ? [] : [type === 'card_purchase' ? sql`side = 'buy'` : sql`side = 'sell'`]),
      ...(status === undefined
        ? []
        : [status === 'pending' ? sql`stage in ${unfinished}` : sql`stage not in ${unfinished}`]),
      ...(fits === undefined ? [] : [sql`(${fits} ${through})`]),
      ...(text === undefined ? [] : [cardText(text)]),
    ];
  },
};

function cardText(text: string): Condition {
  const lower = sql`lower(${text}::text)`;
  return sql`(id::text = ${lower} or strpos(lower(system), ${lower}) > 0 or card_last_four = ${text}::text)`;
}

export const exchangeTables = { trade, swap, card } as const;
