import { unlistedCurrency } from '@emporion/contracts/rest';
import { type RawBuilder, sql } from 'kysely';
import { hashOfCode, readCode } from '../codes/code-text.ts';
import { depositStatuses } from '../deposits/deposit-wire.ts';
import { withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { exchangeTables } from './exchange-sources.ts';
import { kindIs, ofCardOrder } from './ledger-types.ts';
import type { MovementFilter } from './movement-filter.ts';
import { unitsWithin } from './units-within.ts';

/**
 * Where movements are kept. A deposit, a withdrawal, an announced bank transfer and a code are rows of their own, in whatever state they are. So are a card order,
 * a swap and a fill. Everything else is a line of the ledger, and so is done. The ledger also has lines of the former: these are left out, so that each movement
 * is listed once. Movements of one millisecond are listed in the order of the sources here, the last first.
 */
export const movementSources = [
  'ledger',
  'redeemed',
  'code',
  'deposit',
  'bank',
  'withdrawal',
  'card',
  'swap',
  'trade',
] as const;
export type MovementSource = (typeof movementSources)[number];

type Condition = RawBuilder<unknown>;

interface SourceTable {
  readonly table: string;
  /** What a page goes by: a moment in milliseconds for the ledger, a timestamp elsewhere. */
  readonly at: string;
  readonly key: readonly string[];
  /** Undefined: the filter fits none of them. */
  conditions(filter: MovementFilter, decimals: ReadonlyMap<string, number>): Condition[] | undefined;
}

/** Names of a table's own states that mean this to users. They are ours, never a caller's: as constants they let the planner use partial indexes. */
function statusIs(statuses: Readonly<Record<string, string>>, wanted: string | undefined): Condition[] {
  if (wanted === undefined) return [];
  const names = Object.keys(statuses).filter((name) => statuses[name] === wanted);
  return [names.length === 0 ? sql`false` : sql`status in (${sql.join(names.map((name) => sql.lit(name)))})`];
}

function amountIs(amount: Condition, { amountFrom, amountTo }: MovementFilter): Condition[] {
  return [
    ...(amountFrom === undefined ? [] : [sql`${amount} >= ${amountFrom}::numeric`]),
    ...(amountTo === undefined ? [] : [sql`${amount} <= ${amountTo}::numeric`]),
  ];
}

/**
 * Of deposits: tokens that are not listed are left out, for anybody can send any of them to anybody. They are listed when asked for by their currency, or
 * looked for by the whole hash, contract or id.
 */
function depositCoinIs({ coin, text }: MovementFilter): Condition[] {
  if (coin === unlistedCurrency) return [sql`coin is null`];
  if (coin !== undefined) return [sql`coin = ${coin}`];
  if (text === undefined) return [sql`coin is not null`];
  const whole = sql`lower(${text}::text)`;
  return [
    sql`(coin is not null or lower(transaction_id) = ${whole} or lower(contract) = ${whole} or id::text = ${whole})`,
  ];
}

function coinIs({ coin }: MovementFilter): Condition[] {
  return coin === undefined ? [] : [sql`coin = ${coin}`];
}

/** Whether one of the expressions contains the text; without a text all do. */
function containsText(
  { text }: MovementFilter,
  parts: (text: Condition) => readonly Condition[],
): Condition[] {
  return text === undefined ? [] : [sql`(${sql.join(parts(sql`lower(${text}::text)`), sql` or `)})`];
}

const contains = (column: string) => (text: Condition) => sql`strpos(lower(${sql.ref(column)}), ${text}) > 0`;
/** For addresses, hashes and memos, of which there may be many: what is no ASCII has no capitals here, and that takes a fifth of the time. */
const containsAscii = (column: string) => (text: Condition) =>
  sql`strpos(lower(${sql.ref(column)} collate "C"), ${text}) > 0`;

/** What a deposit changes of the balance, as its owner is shown it: what was booked, or before that what the chain says, less the fee. */
const depositChange = sql`coalesce(case when status in ('crediting', 'completed') then amount end, chain_amount / coalesce((
  select power(10::numeric, here.decimals) from coin_blockchains here where here.coin = deposits.coin and here.blockchain = deposits.network), 1)) - coalesce(fee, 0)`;

const codeStatuses = {
  open: 'pending',
  redeeming: 'pending',
  cancelling: 'pending',
  redeemed: 'completed',
  cancelled: 'cancelled',
  expired: 'cancelled',
};

function codeText(filter: MovementFilter): Condition[] {
  return containsText(filter, (text) => {
    const code = readCode(filter.text ?? '');
    const isCode = code === undefined ? [] : [sql`code_hash = ${hashOfCode(code)}`];
    return [sql`id::text = ${text}`, containsAscii('hint')(text), ...isCode];
  });
}

/** Announced and not credited: what is credited is in the ledger. */
const isUncredited = sql`not exists (select from bank_arrivals where deposit_id = bank_deposits.id and stage = 'completed')`;
const isWaitedFor = sql`(exists (select from bank_arrivals where deposit_id = bank_deposits.id and stage in ('waiting', 'crediting'))
  or (expired_at is null and not exists (select from bank_arrivals where deposit_id = bank_deposits.id)))`;

function announcedStatusIs({ status }: MovementFilter): Condition[] {
  if (status === undefined) return [];
  if (status !== 'pending' && status !== 'cancelled') return [sql`false`];
  return [status === 'pending' ? isWaitedFor : sql`not ${isWaitedFor}`];
}

function isType({ type }: MovementFilter, own: string): boolean {
  return type === undefined || type === own;
}

function isDirection({ direction }: MovementFilter, own: 'in' | 'out'): boolean {
  return direction === undefined || direction === own;
}

export const sourceTables: Readonly<Record<MovementSource, SourceTable>> = {
  ...exchangeTables,
  deposit: {
    table: 'deposits',
    at: 'seen_at',
    key: ['id'],
    conditions: (filter) => {
      if (!isType(filter, 'deposit') || !isDirection(filter, 'in')) return undefined;
      return [
        sql`user_id = ${filter.userId}`,
        ...depositCoinIs(filter),
        ...statusIs(depositStatuses, filter.status),
        ...amountIs(depositChange, filter),
        ...containsText(filter, (text) => [
          sql`id::text = ${text}`,
          sql`lower(contract) = ${text}`,
          ...['transaction_id', 'address', 'memo'].map((column) => containsAscii(column)(text)),
        ]),
      ];
    },
  },
  withdrawal: {
    table: 'withdrawals',
    at: 'created_at',
    key: ['id'],
    conditions: (filter) => {
      const { type } = filter;
      const isOfType = type === undefined || type === 'withdrawal' || type === 'bank';
      if (!isOfType || !isDirection(filter, 'out')) return undefined;
      return [
        sql`user_id = ${filter.userId}`,
        ...(type === undefined ? [] : [type === 'bank' ? sql`network = 'bank'` : sql`network <> 'bank'`]),
        ...coinIs(filter),
        ...statusIs(withdrawalStatuses, filter.status),
        ...amountIs(sql`amount + fee`, filter),
        ...containsText(filter, (text) => [
          sql`id::text = ${text}`,
          ...['address', 'memo'].map((column) => containsAscii(column)(text)),
          sql`exists (select from payouts where payouts.id = withdrawals.payout_id and ${containsAscii('payouts.transaction_id')(text)})`,
          sql`exists (select from bank_payouts where withdrawal_id = withdrawals.id and ${containsAscii('bank_transaction')(text)})`,
          contains('holder')(text),
          sql`(coin, network, address) in (select saved.coin, saved.network, saved.address from saved_addresses saved
            where saved.user_id = ${filter.userId} and ${contains('saved.label')(text)})`,
        ]),
      ];
    },
  },
  bank: {
    table: 'bank_deposits',
    at: 'created_at',
    key: ['id'],
    conditions: (filter) => {
      if (!isType(filter, 'bank') || !isDirection(filter, 'in')) return undefined;
      return [
        sql`user_id = ${filter.userId}`,
        isUncredited,
        ...(filter.coin === undefined ? [] : [sql`currency = ${filter.coin}`]),
        ...announcedStatusIs(filter),
        ...amountIs(sql`amount`, filter),
        ...containsText(filter, (text) => [sql`id::text = ${text}`, containsAscii('reference')(text)]),
      ];
    },
  },
  code: {
    table: 'money_codes',
    at: 'created_at',
    key: ['id'],
    conditions: (filter) => {
      if (!isType(filter, 'code') || !isDirection(filter, 'out')) return undefined;
      return [
        sql`maker = ${filter.userId}`,
        sql`status not in ('locking', 'refused')`,
        ...coinIs(filter),
        ...statusIs(codeStatuses, filter.status),
        ...amountIs(sql`amount`, filter),
        ...codeText(filter),
      ];
    },
  },
  redeemed: {
    table: 'money_codes',
    at: 'ended_at',
    key: ['id'],
    conditions: (filter) => {
      if (!isType(filter, 'code') || !isDirection(filter, 'in')) return undefined;
      if (filter.status !== undefined && filter.status !== 'completed') return undefined;
      return [
        sql`redeemer = ${filter.userId} and maker <> ${filter.userId}`,
        sql`status = 'redeemed'`,
        ...coinIs(filter),
        ...amountIs(sql`amount`, filter),
        ...codeText(filter),
      ];
    },
  },
  ledger: {
    table: 'ledger_entries',
    at: 'at',
    key: ['event', 'line'],
    conditions: (filter, decimals) => {
      const kinds = kindIs(filter);
      if (kinds === undefined || (filter.status !== undefined && filter.status !== 'completed'))
        return undefined;
      return [
        sql`account = ${filter.userId}`,
        ...kinds,
        ...(filter.direction === undefined
          ? []
          : [filter.direction === 'in' ? sql`amount >= 0` : sql`amount < 0`]),
        ...coinIs(filter),
        ...unitsWithin({ coin: sql`coin`, units: sql`abs(amount)` }, filter, decimals),
        ...ledgerText(filter),
        isListed,
      ];
    },
  },
};

/**
 * A line of the ledger that no row of another source stands for. Lines of trades belong to a fill, a swap or a card order. Deposits, withdrawals and codes are told
 * from what was once booked by hand by their references; of a withdrawal that came back, or went to another user, only the line of the recipient is left.
 * Migration 0116 has an index with the same words, but for the last condition, which few lines meet.
 */
const isListed = sql`kind <> 'trade' and not (kind = 'deposit' and reference like 'tx:%') and not (kind in ('withdrawal', 'code') and length(reference) = 36)
  and not (kind = 'payout_returned' and reference like 'withdrawal:%') and not (kind = 'transfer' and amount < 0 and reference like 'withdrawal:%')
  and not ${ofCardOrder}`;

function ledgerText(filter: MovementFilter): Condition[] {
  const { text, userId } = filter;
  if (text === undefined) return [];
  const [, event, line] = /^([0-9]{1,16})-([0-9]{1,4})$/.exec(text) ?? [];
  if (event !== undefined && line !== undefined)
    return [sql`event = ${event}::bigint and line = ${line}::smallint`];
  return [
    ...containsText(filter, (found) => [
      sql`reference = ${found}`,
      sql`reference in (select 'transfer:' || transfers.id from transfers
        join users other on other.id = case when from_user = ${userId}::uuid then to_user else from_user end
        where (from_user = ${userId}::uuid or to_user = ${userId}::uuid)
          and (${contains('other.username')(found)} or transfers.id::text = ${found}))`,
      sql`split_part(reference, '/', 1) in (select 'card:' || id from card_orders where user_id = ${userId}::uuid and (id::text = ${found}
        or ${contains('system')(found)} or card_last_four = ${found}))`,
      sql`reference in (select 'withdrawal:' || id from withdrawals where recipient = ${userId}::uuid and status = 'completed'
        and (id::text = ${found} or ${containsAscii('address')(found)} or ${containsAscii('memo')(found)}))`,
    ]),
  ];
}
