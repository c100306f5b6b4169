import { unlistedCurrency } from '@emporion/contracts/rest';
import { hashOfCode, readCode } from '../codes/code-text.ts';
import { depositStatuses } from '../deposits/deposit-wire.ts';
import { withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { kindIs } from './ledger-types.ts';
import { type MovementFilter, unitBounds } from './movement-filter.ts';

/**
 * Where movements are kept. A deposit, a withdrawal, an announced bank transfer and a code are rows of their own, in whatever state they are; everything else is a line of the ledger, and
 * so is done. Of the former the ledger has lines too: those are left out, so that each movement is listed once. Movements of one millisecond are listed in the
 * order of the sources here, the last first.
 */
export const movementSources = ['ledger', 'redeemed', 'code', 'deposit', 'bank', 'withdrawal'] as const;
export type MovementSource = (typeof movementSources)[number];

/** The values of a query, by their placeholders. */
export class QueryValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

interface SourceTable {
  readonly table: string;
  /** What a page goes by: a moment in milliseconds for the ledger, a timestamp elsewhere. */
  readonly at: string;
  readonly key: readonly string[];
  /** Undefined: the filter fits none of them. */
  conditions(
    filter: MovementFilter,
    values: QueryValues,
    decimals: ReadonlyMap<string, number>,
  ): string[] | undefined;
}

/** Names of a table's own states that mean this to users. They are ours, never a caller's: as constants they let the planner use partial indexes. */
function statusIs(statuses: Readonly<Record<string, string>>, wanted: string | undefined): string[] {
  if (wanted === undefined) return [];
  const names = Object.keys(statuses).filter((name) => statuses[name] === wanted);
  return [names.length === 0 ? 'false' : `status IN (${names.map((name) => `'${name}'`).join(', ')})`];
}

function amountIs(
  expression: string,
  { amountFrom, amountTo }: MovementFilter,
  values: QueryValues,
): string[] {
  return [
    ...(amountFrom === undefined ? [] : [`${expression} >= ${values.add(amountFrom)}::numeric`]),
    ...(amountTo === undefined ? [] : [`${expression} <= ${values.add(amountTo)}::numeric`]),
  ];
}

function coinIs({ coin }: MovementFilter, values: QueryValues): string[] {
  if (coin === unlistedCurrency) return ['coin IS NULL'];
  return coin === undefined ? [] : [`coin = ${values.add(coin)}`];
}

/** Whether one of the expressions contains the text; without a text all do. */
function containsText(
  { text }: MovementFilter,
  values: QueryValues,
  parts: (text: string) => readonly string[],
): string[] {
  return text === undefined ? [] : [`(${parts(`lower(${values.add(text)}::text)`).join(' OR ')})`];
}

const contains = (column: string) => (text: string) => `strpos(lower(${column}), ${text}) > 0`;
/** For addresses, hashes and memos, of which there may be many: what is no ASCII has no capitals here, and that takes a fifth of the time. */
const containsAscii = (column: string) => contains(`${column} COLLATE "C"`);

/** What a deposit changes of the balance, as its owner is shown it: what was booked, or before that what the chain says, less the fee. */
const depositChange = `coalesce(CASE WHEN status IN ('crediting', 'completed') THEN amount END, chain_amount / coalesce((
  SELECT power(10::numeric, here.decimals) FROM coin_blockchains here WHERE here.coin = deposits.coin AND here.blockchain = deposits.network), 1)) - coalesce(fee, 0)`;

const codeStatuses = {
  open: 'pending',
  redeeming: 'pending',
  cancelling: 'pending',
  redeemed: 'completed',
  cancelled: 'cancelled',
  expired: 'cancelled',
};

function codeText(filter: MovementFilter, values: QueryValues): string[] {
  return containsText(filter, values, (text) => {
    const code = readCode(filter.text ?? '');
    const isCode = code === undefined ? [] : [`code_hash = ${values.add(hashOfCode(code))}`];
    return [`id::text = ${text}`, containsAscii('hint')(text), ...isCode];
  });
}

/** Announced and not credited: what is credited is in the ledger. */
const isUncredited = `NOT EXISTS (SELECT FROM bank_arrivals WHERE deposit_id = bank_deposits.id AND stage = 'completed')`;
const isWaitedFor = `(EXISTS (SELECT FROM bank_arrivals WHERE deposit_id = bank_deposits.id AND stage IN ('waiting', 'crediting'))
  OR (expired_at IS NULL AND NOT EXISTS (SELECT FROM bank_arrivals WHERE deposit_id = bank_deposits.id)))`;

function announcedStatusIs({ status }: MovementFilter): string[] {
  if (status === undefined) return [];
  if (status !== 'pending' && status !== 'cancelled') return ['false'];
  return [status === 'pending' ? isWaitedFor : `NOT ${isWaitedFor}`];
}

function isType({ type }: MovementFilter, own: string): boolean {
  return type === undefined || type === own;
}

function isDirection({ direction }: MovementFilter, own: 'in' | 'out'): boolean {
  return direction === undefined || direction === own;
}

export const sourceTables: Readonly<Record<MovementSource, SourceTable>> = {
  deposit: {
    table: 'deposits',
    at: 'seen_at',
    key: ['id'],
    conditions: (filter, values) => {
      if (!isType(filter, 'deposit') || !isDirection(filter, 'in')) return undefined;
      return [
        `user_id = ${values.add(filter.userId)}`,
        ...coinIs(filter, values),
        ...statusIs(depositStatuses, filter.status),
        ...amountIs(depositChange, filter, values),
        ...containsText(filter, values, (text) => [
          `id::text = ${text}`,
          ...['transaction_id', 'address', 'memo'].map((column) => containsAscii(column)(text)),
        ]),
      ];
    },
  },
  withdrawal: {
    table: 'withdrawals',
    at: 'created_at',
    key: ['id'],
    conditions: (filter, values) => {
      const { type } = filter;
      const isOfType = type === undefined || type === 'withdrawal' || type === 'bank';
      if (!isOfType || !isDirection(filter, 'out')) return undefined;
      const user = values.add(filter.userId);
      return [
        `user_id = ${user}`,
        ...(type === undefined ? [] : [type === 'bank' ? "network = 'bank'" : "network <> 'bank'"]),
        ...coinIs(filter, values),
        ...statusIs(withdrawalStatuses, filter.status),
        ...amountIs('amount + fee', filter, values),
        ...containsText(filter, values, (text) => [
          `id::text = ${text}`,
          ...['address', 'memo'].map((column) => containsAscii(column)(text)),
          `EXISTS (SELECT FROM payouts WHERE payouts.id = withdrawals.payout_id AND ${containsAscii('payouts.transaction_id')(text)})`,
          `EXISTS (SELECT FROM bank_payouts WHERE withdrawal_id = withdrawals.id AND ${containsAscii('bank_transaction')(text)})`,
          contains('holder')(text),
          `(coin, network, address) IN (SELECT saved.coin, saved.network, saved.address FROM saved_addresses saved
            WHERE saved.user_id = ${user} AND ${contains('saved.label')(text)})`,
        ]),
      ];
    },
  },
  bank: {
    table: 'bank_deposits',
    at: 'created_at',
    key: ['id'],
    conditions: (filter, values) => {
      if (!isType(filter, 'bank') || !isDirection(filter, 'in')) return undefined;
      return [
        `user_id = ${values.add(filter.userId)}`,
        isUncredited,
        ...(filter.coin === undefined ? [] : [`currency = ${values.add(filter.coin)}`]),
        ...announcedStatusIs(filter),
        ...amountIs('amount', filter, values),
        ...containsText(filter, values, (text) => [`id::text = ${text}`, containsAscii('reference')(text)]),
      ];
    },
  },
  code: {
    table: 'money_codes',
    at: 'created_at',
    key: ['id'],
    conditions: (filter, values) => {
      if (!isType(filter, 'code') || !isDirection(filter, 'out')) return undefined;
      return [
        `maker = ${values.add(filter.userId)}`,
        "status NOT IN ('locking', 'refused')",
        ...coinIs(filter, values),
        ...statusIs(codeStatuses, filter.status),
        ...amountIs('amount', filter, values),
        ...codeText(filter, values),
      ];
    },
  },
  redeemed: {
    table: 'money_codes',
    at: 'ended_at',
    key: ['id'],
    conditions: (filter, values) => {
      if (!isType(filter, 'code') || !isDirection(filter, 'in')) return undefined;
      if (filter.status !== undefined && filter.status !== 'completed') return undefined;
      const user = values.add(filter.userId);
      return [
        `redeemer = ${user} AND maker <> ${user}`,
        "status = 'redeemed'",
        ...coinIs(filter, values),
        ...amountIs('amount', filter, values),
        ...codeText(filter, values),
      ];
    },
  },
  ledger: {
    table: 'ledger_entries',
    at: 'at',
    key: ['event', 'line'],
    conditions: (filter, values, decimals) => {
      if (filter.status !== undefined && filter.status !== 'completed') return undefined;
      const user = values.add(filter.userId);
      return [
        `account = ${user}`,
        ...kindIs(filter, user),
        ...(filter.direction === undefined ? [] : [filter.direction === 'in' ? 'amount >= 0' : 'amount < 0']),
        ...coinIs(filter, values),
        ...ledgerAmountIs(filter, values, decimals),
        ...ledgerText(filter, values, user),
        ...(isOfTrades(filter) ? [] : [isListed]),
      ];
    },
  },
};

/**
 * A line of the ledger that no row of another source stands for. Deposits, withdrawals and codes are told from what was once booked by hand by their references;
 * of a withdrawal that came back, or went to another user, only what the other one got is left. Migration 0116 has an index with the same words.
 */
const isListed = `NOT (kind = 'deposit' AND reference LIKE 'tx:%') AND NOT (kind IN ('withdrawal', 'code') AND length(reference) = 36)
  AND NOT (kind = 'payout_returned' AND reference LIKE 'withdrawal:%') AND NOT (kind = 'transfer' AND amount < 0 AND reference LIKE 'withdrawal:%')`;

function isOfTrades({ type }: MovementFilter): boolean {
  return type === 'trade' || type === 'swap';
}

/** The ledger counts in the units of each coin. */
function ledgerAmountIs(
  filter: MovementFilter,
  values: QueryValues,
  decimals: ReadonlyMap<string, number>,
): string[] {
  if (filter.amountFrom === undefined && filter.amountTo === undefined) return [];
  const coins =
    filter.coin === undefined ? [...decimals] : [...decimals].filter(([coin]) => coin === filter.coin);
  if (coins.length === 0) return ['false'];
  const bound = (name: 'low' | 'high') =>
    `CASE coin ${coins.map(([coin, places]) => `WHEN ${values.add(coin)} THEN ${values.add(String(unitBounds(filter, places)[name]))}::numeric`).join(' ')} END`;
  return [
    ...(filter.amountFrom === undefined ? [] : [`abs(amount) >= ${bound('low')}`]),
    ...(filter.amountTo === undefined ? [] : [`abs(amount) <= ${bound('high')}`]),
  ];
}

/** A number may be that of a trade, which says when it was; anything else is looked for in what is no trade, of which there is far less. */
function ledgerText(filter: MovementFilter, values: QueryValues, user: string): string[] {
  const { text } = filter;
  if (text === undefined) return [];
  const [, event, line] = /^([0-9]{1,16})-([0-9]{1,4})$/.exec(text) ?? [];
  if (event !== undefined && line !== undefined)
    return [`event = ${values.add(event)}::bigint AND line = ${values.add(line)}::smallint`];
  if (/^[0-9]{1,16}$/.test(text)) {
    const trade = values.add(text);
    return [
      "kind = 'trade'",
      `reference = ${trade}::text`,
      `at = (SELECT executed_at FROM fills WHERE trade_id = ${trade}::bigint AND fills.account = ${user} LIMIT 1)`,
    ];
  }
  return [
    "kind <> 'trade'",
    ...containsText(filter, values, (placeholder) => [
      `reference = ${placeholder}`,
      `reference IN (SELECT 'transfer:' || transfers.id FROM transfers
        JOIN users other ON other.id = CASE WHEN from_user = ${user}::uuid THEN to_user ELSE from_user END
        WHERE (from_user = ${user}::uuid OR to_user = ${user}::uuid)
          AND (${contains('other.username')(placeholder)} OR transfers.id::text = ${placeholder}))`,
      `split_part(reference, '/', 1) IN (SELECT 'card:' || id FROM card_orders WHERE user_id = ${user}::uuid AND (id::text = ${placeholder}
        OR ${contains('system')(placeholder)} OR card_last_four = ${placeholder}))`,
      `reference IN (SELECT 'withdrawal:' || id FROM withdrawals WHERE recipient = ${user}::uuid AND status = 'completed'
        AND (id::text = ${placeholder} OR ${containsAscii('address')(placeholder)} OR ${containsAscii('memo')(placeholder)}))`,
    ]),
  ];
}
