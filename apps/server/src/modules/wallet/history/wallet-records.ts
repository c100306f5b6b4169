import { type Transaction, unlistedCurrency } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { type NumberedPage, readNumberedPage } from '#platform/paging/numbered-page.ts';
import type { Platform } from '#platform/platform.ts';
import { cardOrderOf } from '../movements/ledger-types.ts';
import { type LedgerEntry, type LedgerRow, ledgerColumns, ledgerEntryOf } from './ledger.ts';
import { isShown, readTransactions, type TransactionSource } from './transactions.ts';

export type WalletKind = 'deposit' | 'withdrawal' | 'transfer' | 'code' | 'adjustment' | 'bonus';

export interface WalletRecordsQuery extends NumberedPage {
  readonly account: string;
  readonly coin?: string | undefined;
  readonly kinds: readonly WalletKind[];
}

/** Something that came into an account or leaves it, in whatever state it is. */
export interface WalletRecord
  extends Partial<Omit<Transaction, 'id' | 'status' | 'amount' | 'updated' | 'type' | 'currency'>> {
  readonly id: string;
  readonly kind: string;
  readonly coin: string;
  readonly amount: string;
  readonly status: Transaction['status'];
  readonly updated: number;
  readonly card_order?: string | undefined;
}

interface Listed {
  readonly source: TransactionSource | 'ledger';
  readonly id: string;
}

/**
 * Deposits and withdrawals from the moment that they are seen or asked for; everything else when it is done. What the ledger has of the former is left out:
 * each is told once.
 */
function recordsOf({ account, coin, kinds }: Pick<WalletRecordsQuery, 'account' | 'coin' | 'kinds'>) {
  return sql`(
    select 'deposit' as source, id::text as id, coalesce(coin, ${sql.lit(unlistedCurrency)}) as coin, 'deposit' as kind,
      extract(epoch from seen_at) * 1000 as at, 0::bigint as event
    from deposits where user_id = ${account}::uuid and ${isShown(coin)}
    union all
    select 'withdrawal', id::text, coin, 'withdrawal', extract(epoch from created_at) * 1000, 0
    from withdrawals where user_id = ${account}::uuid
    union all
    select 'received', id::text, coin, 'deposit', extract(epoch from updated_at) * 1000, 0
    from withdrawals where recipient = ${account}::uuid and status = 'completed'
    union all
    select 'ledger', event || '-' || line, coin, kind, at, event from ledger_entries
    where account = ${account}::text and kind <> 'trade' and kind = any(${kinds})
      and not (kind = 'deposit' and reference like 'tx:%')
      and not (kind = 'transfer' and reference like 'withdrawal:%')
      and not (kind = 'withdrawal' and exists (select from withdrawals where id::text = reference))
  )`;
}

/** A page of what came into an account and leaves it, the newest first. */
export async function listWalletRecords(
  platform: Platform,
  { account, coin, kinds, ...page }: WalletRecordsQuery,
): Promise<{ results: WalletRecord[]; pages: number }> {
  const { kysely } = platform.database;
  const { rows, pages } = await readNumberedPage<Listed>(
    kysely,
    {
      columns: sql`source, id`,
      table: recordsOf({ account, coin, kinds }),
      where: sql`kind = any(${kinds}) ${coin === undefined ? sql`` : sql`and coin = ${coin}`}`,
      order: sql`at desc, event desc, id desc`,
    },
    page,
  );
  const chained = rows.flatMap(({ source, id }) => (source === 'ledger' ? [] : [{ source, id }]));
  const found = new Map<string, WalletRecord>();
  for (const transaction of await readTransactions(kysely, await readNetworks(platform), chained))
    found.set(transaction.id, recordOf(transaction));
  const coins = await platform.view.read((exchange) => new Map(exchange.coins));
  const entries = rows.flatMap(({ source, id }) => (source === 'ledger' ? [id] : []));
  for (const entry of await readEntries(platform, entries))
    found.set(`${entry.event}-${entry.line}`, entryRecord(entry, coins.get(entry.coin) ?? 0));
  return { results: rows.flatMap(({ id }) => found.get(id) ?? []), pages };
}

function recordOf({ type, currency, ...transaction }: Transaction): WalletRecord {
  return { kind: type, coin: currency, ...transaction };
}

async function readEntries({ database }: Platform, ids: readonly string[]): Promise<LedgerEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from ledger_entries
    where (event, line) in (
      select split_part(id, '-', 1)::bigint, split_part(id, '-', 2)::smallint from unnest(${ids}::text[]) as id
    )
  `.execute(database.kysely);
  return rows.map(ledgerEntryOf);
}

/** What a line is called: money of cards and banks is neither a deposit nor a withdrawal of a coin. */
function nameOf({ kind, amount, reference }: LedgerEntry): string {
  // What a pay system would not refund after all comes back under the refund's own reference.
  if (reference.startsWith('card:') && kind === 'deposit')
    return reference.includes('/') ? 'refund' : 'card_purchase';
  if (reference.startsWith('card:') && kind === 'withdrawal') return 'card_sale';
  if (reference.startsWith('bank:') && kind === 'deposit') return 'bank';
  return amount < 0n && kind === 'transfer' ? 'transfer_out' : kind;
}

/** The ledger only has what is done. */
function entryRecord(entry: LedgerEntry, decimals: number): WalletRecord {
  const { event, line, coin, amount, fee, reference, at } = entry;
  return {
    id: `${event}-${line}`,
    kind: nameOf(entry),
    coin,
    amount: formatDecimal(amount < 0n ? -amount - fee : amount + fee, decimals),
    fee: formatDecimal(fee, decimals),
    change: formatDecimal(amount, decimals),
    ...(reference.startsWith('card:') && { card_order: cardOrderOf(reference) }),
    status: 'completed',
    date: new Date(at).toISOString(),
    updated: Math.floor(at / 1_000),
  };
}
