import type { Movement } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { type Networks, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { listDeposits } from '../deposits/deposit.ts';
import { depositsOnWire } from '../deposits/deposit-wire.ts';
import { type LedgerEntry, type LedgerRow, ledgerColumns, ledgerEntryOf } from '../history/ledger.ts';
import { type Withdrawal, withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { reasonOf } from '../withdrawals/withdrawal-reason.ts';
import { isFromBank, isReceived, typeOfLine } from './ledger-types.ts';
import type { ListedMovement } from './list-movements.ts';
import { changeOf } from './movement-amounts.ts';
import type { MovementSource } from './movement-sources.ts';
import { readOrders } from './orders-of-lines.ts';
import { plainMovement } from './plain-movement.ts';
import { exchangeMovements } from './read-exchanges.ts';

/** A movement that is one change of one coin. */
type Single = Omit<Movement, 'exchange' | 'legs'>;

type Source = Pick<Platform, 'database' | 'view'> & Parameters<typeof readNetworks>[0];

/** Movements as their owner is shown them, in the order in which they are asked for. A page costs one question for each kind of them. */
export async function readMovements(
  platform: Source,
  userId: string,
  listed: readonly ListedMovement[],
): Promise<Movement[]> {
  const found = new Map<string, Movement>();
  const idsOf = (...sources: readonly MovementSource[]) =>
    listed.flatMap(({ source, id }) => (sources.includes(source) ? [id] : []));
  const networks = await readNetworks(platform);
  const asked = { userId, networks };
  const [exchanges, ...singles] = await Promise.all([
    exchangeMovements(platform, userId, listed),
    depositMovements(platform, asked, idsOf('deposit')),
    withdrawalMovements(platform, asked, idsOf('withdrawal')),
    announcedMovements(platform, idsOf('bank')),
    codeMovements(platform, asked, idsOf('code', 'redeemed')),
    ledgerMovements(platform, asked, idsOf('ledger')),
  ]);
  for (const single of singles.flat()) found.set(single.id, withLeg(single));
  for (const exchange of exchanges) found.set(exchange.id, exchange);
  return listed.flatMap(({ id }) => found.get(id) ?? []);
}

function withLeg(single: Single): Movement {
  const { currency, change, fee } = single;
  return { ...single, exchange: null, legs: [{ kind: 'movement', pair: null, currency, change, fee }] };
}

interface Asked {
  readonly userId: string;
  readonly networks: Networks;
}

/** Nobody but us knows the transactions of the chains that a demo runs. */
function explorerOf({ networks }: Networks, network: string, hash: string | null): string | null {
  const found = networks.get(network);
  return hash === null || hash.includes(':') || !found || found.family === 'development'
    ? null
    : `${found.txExplorer}${hash}`;
}

async function depositMovements(
  { database }: Source,
  { networks }: Asked,
  ids: readonly string[],
): Promise<Single[]> {
  if (ids.length === 0) return [];
  const { kysely } = database;
  const deposits = await listDeposits(kysely, sql`id = any (${ids}::uuid[])`);
  const shown = new Map((await depositsOnWire(kysely, deposits, networks)).map((each) => [each.id, each]));
  return deposits.flatMap((deposit) => {
    const transaction = shown.get(deposit.id);
    if (!transaction) return [];
    const { network, hash, contract = null } = transaction;
    return {
      ...plainMovement,
      ...transaction,
      ...{ direction: 'in' as const, contract, updated: deposit.updatedAt.toISOString() },
      stage: deposit.status === 'crediting' ? ('confirming' as const) : deposit.status,
      explorer: explorerOf(networks, network, hash),
    };
  });
}

type WithdrawalRow = Pick<
  Withdrawal,
  | 'id'
  | 'coin'
  | 'network'
  | 'address'
  | 'memo'
  | 'holder'
  | 'amount'
  | 'fee'
  | 'status'
  | 'waitsFor'
  | 'reason'
  | 'codeConfirmedAt'
  | 'createdAt'
  | 'updatedAt'
> & {
  readonly payoutWaitsFor: string | null;
  readonly hash: string | null;
  readonly blockHeight: number | null;
  readonly confirmations: number;
  readonly required: number;
  readonly label: string | null;
  readonly internal: boolean;
};

async function withdrawalMovements(
  { database }: Source,
  { networks }: Asked,
  ids: readonly string[],
): Promise<Single[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WithdrawalRow>`
    select asked.id, asked.coin, asked.network, asked.address, asked.memo, asked.holder, trim_scale(asked.amount)::text as amount,
      trim_scale(asked.fee)::text as fee, asked.status, asked.waits_for as "waitsFor", asked.reason,
      asked.code_confirmed_at as "codeConfirmedAt", asked.created_at as "createdAt", asked.updated_at as "updatedAt",
      payouts.waits_for as "payoutWaitsFor", coalesce(payouts.transaction_id, bank_payouts.bank_transaction) as hash, payouts.block_height::float8 as "blockHeight",
      coalesce(greatest(tip.height - payouts.block_height + 1, 0), 0)::float8 as confirmations,
      coalesce(here.confirmations, blockchains.confirmations, 0) as required, saved.label, asked.recipient is not null as internal
    from withdrawals asked
    left join blockchains on blockchains.code = asked.network
    left join coin_blockchains here on here.blockchain = asked.network and here.coin = asked.coin
    left join payouts on payouts.id = asked.payout_id
    left join bank_payouts on bank_payouts.withdrawal_id = asked.id
    left join chain_checkpoints tip on tip.network = asked.network
    left join saved_addresses saved on saved.user_id = asked.user_id and saved.coin = asked.coin
      and saved.network = asked.network and saved.address = asked.address and saved.memo is not distinct from asked.memo
    where asked.id = any (${ids}::uuid[])
  `.execute(database.kysely);
  return rows.map((row) => ({
    ...plainMovement,
    ...{ id: row.id, date: row.createdAt.toISOString(), updated: row.updatedAt.toISOString() },
    type: row.holder === null ? ('withdrawal' as const) : ('bank' as const),
    ...{ direction: 'out' as const, currency: row.coin, counterparty: row.holder },
    ...{ amount: row.amount, fee: row.fee, change: changeOf({ direction: 'out', ...row }) },
    status: withdrawalStatuses[row.status],
    stage: row.status === 'new' ? 'requested' : row.status,
    reason: reasonOf(row, row.payoutWaitsFor),
    ...{ network: row.network, hash: row.hash, explorer: explorerOf(networks, row.network, row.hash) },
    ...{ address: row.address, memo: row.memo, label: row.label, internal: row.internal },
    confirmations: Math.min(row.confirmations, row.required),
    ...{ confirmations_required: row.required, block_height: row.blockHeight },
  }));
}

interface AnnouncedRow {
  readonly id: string;
  readonly currency: string;
  readonly amount: string;
  readonly reference: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly state: 'waits' | 'returned' | 'expired';
}

const announcedReasons = {
  waits: 'bank_transfer',
  returned: 'transfer_returned',
  expired: 'transfer_missing',
} as const;

/** Bank transfers that were announced and that nothing was credited for. */
async function announcedMovements({ database }: Source, ids: readonly string[]): Promise<Single[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AnnouncedRow>`
    select own.id, own.currency, trim_scale(own.amount)::text as amount, own.reference, own.created_at as "createdAt",
      coalesce(arrived.at, own.expired_at, own.created_at) as "changedAt",
      case when arrived.waits then 'waits' when arrived.at is not null then 'returned'
        when own.expired_at is not null then 'expired' else 'waits' end as state
    from bank_deposits own left join lateral (
      select max(recorded_at) as at, bool_or(stage in ('waiting', 'crediting')) as waits from bank_arrivals where deposit_id = own.id
    ) arrived on true
    where own.id = any (${ids}::uuid[])
  `.execute(database.kysely);
  return rows.map(({ id, currency, amount, reference, createdAt, changedAt, state }) => ({
    ...plainMovement,
    ...{ id, date: createdAt.toISOString(), updated: changedAt.toISOString() },
    ...{ type: 'bank' as const, direction: 'in' as const, currency, amount, fee: '0' },
    change: changeOf({ direction: 'in', amount, fee: '0' }),
    ...{ network: 'bank', hint: reference },
    status: state === 'waits' ? ('pending' as const) : ('cancelled' as const),
    stage:
      state === 'waits'
        ? ('pending' as const)
        : state === 'returned'
          ? ('rejected' as const)
          : ('expired' as const),
    reason: announcedReasons[state],
  }));
}

interface CodeRow {
  readonly id: string;
  readonly isMaker: boolean;
  readonly hint: string;
  readonly coin: string;
  readonly amount: string;
  readonly status: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

async function codeMovements(
  { database }: Source,
  { userId }: Asked,
  ids: readonly string[],
): Promise<Single[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CodeRow>`
    select id, maker = ${userId} as "isMaker", hint, coin, trim_scale(amount)::text as amount, status,
      created_at as "createdAt", ended_at as "endedAt"
    from money_codes where id = any (${ids}::uuid[])
  `.execute(database.kysely);
  return rows.map(({ id, isMaker, hint, coin, amount, status, createdAt, endedAt }) => {
    const direction = isMaker ? 'out' : 'in';
    const isOver = status === 'redeemed' || status === 'cancelled' || status === 'expired';
    return {
      ...plainMovement,
      ...{ id, date: (isMaker ? createdAt : (endedAt ?? createdAt)).toISOString() },
      ...{ updated: (endedAt ?? createdAt).toISOString(), type: 'code', direction, currency: coin },
      ...{ amount, fee: '0', change: changeOf({ direction, amount, fee: '0' }), hint },
      stage: isOver ? status : 'active',
      status: status === 'redeemed' ? 'completed' : isOver ? 'cancelled' : 'pending',
      reason: status === 'expired' ? 'expired' : status === 'cancelled' ? 'cancelled_by_user' : null,
    };
  });
}

async function ledgerMovements(
  platform: Source,
  { userId }: Asked,
  ids: readonly string[],
): Promise<Single[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from ledger_entries
    where account = ${userId} and (event, line) in (
      select split_part(id, '-', 1)::bigint, split_part(id, '-', 2)::smallint from unnest(${ids}::text[]) as id
    )
  `.execute(platform.database.kysely);
  const entries = rows.map(ledgerEntryOf);
  const [orders, names, received, banks, decimals] = await Promise.all([
    readOrders(platform, userId, entries),
    readNames(platform, userId, entries),
    readReceived(platform, userId, entries),
    readBanks(platform, entries),
    platform.view.read(({ coins }) => new Map(coins)),
  ]);
  return entries.map((entry) => {
    const { event, line, coin, amount, fee, balance, reference, at } = entry;
    const places = decimals.get(coin) ?? 0;
    const date = new Date(at).toISOString();
    const isOut = amount < 0n;
    const where = received.get(reference);
    const order = orders.get(reference);
    // Field by field: an export makes a hundred thousand of these.
    return {
      id: `${event}-${line}`,
      date,
      updated: date,
      type: typeOfLine(entry, order),
      direction: isOut ? 'out' : 'in',
      currency: coin,
      contract: null,
      amount: formatDecimal(isOut ? -amount - fee : amount + fee, places),
      fee: formatDecimal(fee, places),
      change: formatDecimal(amount, places),
      status: 'completed',
      stage: 'completed',
      reason: null,
      network: isFromBank(entry) ? 'bank' : (where?.network ?? null),
      hash: null,
      output_index: null,
      explorer: null,
      address: where?.address ?? null,
      memo: where?.memo ?? null,
      label: order?.label ?? null,
      confirmations: null,
      confirmations_required: null,
      block_height: null,
      internal: where !== undefined,
      counterparty: names.get(reference) ?? null,
      hint: banks.get(reference) ?? null,
      card_order: order?.id ?? null,
      swap: null,
      trade: null,
      balance: formatDecimal(balance, places),
    };
  });
}

/** By which reference a bank transfer came that was announced. */
async function readBanks(
  { database }: Source,
  entries: readonly LedgerEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap((entry) => (isFromBank(entry) ? [entry.reference.slice('bank:'.length)] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; reference: string }>`
    select arrived.id, announced.reference from bank_arrivals arrived
    join bank_deposits announced on announced.id = arrived.deposit_id where arrived.id::text = any (${ids})
  `.execute(database.kysely);
  return new Map(rows.map(({ id, reference }) => [`bank:${id}`, reference]));
}

/** The other user of each transfer, by the reference of its line. */
async function readNames(
  { database }: Source,
  userId: string,
  entries: readonly LedgerEntry[],
): Promise<Map<string, string>> {
  const references = entries.flatMap(({ kind, reference }) =>
    kind === 'transfer' && reference.startsWith('transfer:') ? [reference.slice('transfer:'.length)] : [],
  );
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ id: string; username: string }>`
    select transfers.id, other.username from transfers
    join users other on other.id = case when from_user = ${userId} then to_user else from_user end
    where transfers.id::text = any (${references})
  `.execute(database.kysely);
  return new Map(rows.map(({ id, username }) => [`transfer:${id}`, username]));
}

type Received = Pick<Movement, 'network' | 'address' | 'memo'>;

/** Where another user withdrew to, by the reference of the line that brought it. */
async function readReceived(
  { database }: Source,
  userId: string,
  entries: readonly LedgerEntry[],
): Promise<Map<string, Received>> {
  const references = entries.flatMap((entry) => (isReceived(entry) ? [entry.reference] : []));
  if (references.length === 0) return new Map();
  const { rows } = await sql<Received & { reference: string }>`
    select 'withdrawal:' || id as reference, network, address, memo from withdrawals
    where recipient = ${userId} and status = 'completed' and 'withdrawal:' || id = any (${references})
  `.execute(database.kysely);
  return new Map(rows.map(({ reference, ...where }) => [reference, where]));
}
