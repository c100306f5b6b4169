import { type RefillFile, readRefillFile, writeRefillFile } from '@emporion/chains';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type RefillStatus =
  /** Wanted, and no transaction made yet. */
  | 'requested'
  /** Given out to be signed. */
  | 'exported'
  | 'signed'
  | 'broadcast'
  | 'confirming'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Coins on their way from the cold address to the hot one. */
export interface Refill {
  readonly id: string;
  readonly network: string;
  readonly coin: string;
  /** In the chain's units. */
  readonly amount: bigint;
  readonly status: RefillStatus;
  readonly askedBy: string | null;
  readonly file: RefillFile | null;
  /** The same with a higher fee, while it waits to be signed in the place of what was sent. */
  readonly replacement: RefillFile | null;
  readonly transactionId: string | null;
  readonly raw: string | null;
  readonly blockHeight: number | null;
  readonly cost: bigint | null;
  readonly books: 'open' | 'settling' | 'settled';
  readonly reason: string | null;
  readonly createdAt: Date;
}

type Row = Omit<Refill, 'amount' | 'cost' | 'file' | 'replacement'> & {
  amount: string;
  cost: string | null;
  file: unknown;
  replacement: unknown;
};

const columns = sql`
  id, network, coin, amount::text as amount, status, asked_by as "askedBy", unsigned as file, replacement, transaction_id as "transactionId",
  raw, block_height as "blockHeight", cost::text as cost, books, reason, created_at as "createdAt"
`;

function toRefill({ amount, cost, file, replacement, ...row }: Row): Refill {
  return {
    ...row,
    amount: BigInt(amount),
    cost: cost === null ? null : BigInt(cost),
    file: file === null ? null : readRefillFile(file),
    replacement: replacement === null ? null : readRefillFile(replacement),
  };
}

/** Undefined while another one of the coin is open on the network. */
export async function insertRefill(
  db: QueryExecutorProvider,
  { network, coin, amount, askedBy }: Pick<Refill, 'network' | 'coin' | 'amount' | 'askedBy'>,
): Promise<Refill | undefined> {
  const { rows } = await sql<Row>`
    insert into cold_refills (network, coin, amount, asked_by)
    values (${network}, ${coin}, ${`${amount}`}::numeric, ${askedBy})
    on conflict do nothing returning ${columns}
  `.execute(db);
  return rows[0] && toRefill(rows[0]);
}

export async function listRefills(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<Refill[]> {
  const { rows } = await sql<Row>`select ${columns} from cold_refills where ${which}`.execute(db);
  return rows.map(toRefill);
}

export interface RefillChange {
  readonly status?: RefillStatus;
  readonly amount?: bigint;
  readonly file?: RefillFile;
  readonly replacement?: RefillFile | null;
  readonly signed?: { readonly id: string; readonly raw: string };
  readonly blockHeight?: number | null;
  readonly cost?: bigint;
  readonly costRemainder?: bigint;
  readonly books?: Refill['books'];
  readonly reason?: string;
}

/** Takes a step, if it still stands where the caller saw it. */
export async function changeRefill(
  db: QueryExecutorProvider,
  seen: Pick<Refill, 'id' | 'status' | 'books'>,
  change: RefillChange,
): Promise<Refill | undefined> {
  const { status, amount, file, replacement, signed, blockHeight, cost, costRemainder, books, reason } =
    change;
  const set = [
    sql`updated_at = now()`,
    status && sql`status = ${status}`,
    amount === undefined ? undefined : sql`amount = ${`${amount}`}::numeric`,
    file && sql`unsigned = ${JSON.stringify(writeRefillFile(file))}::jsonb`,
    replacement === undefined
      ? undefined
      : sql`replacement = ${replacement && JSON.stringify(writeRefillFile(replacement))}::jsonb`,
    signed && sql`transaction_id = ${signed.id}, raw = ${signed.raw}`,
    blockHeight === undefined ? undefined : sql`block_height = ${blockHeight}`,
    cost === undefined ? undefined : sql`cost = ${`${cost}`}::numeric`,
    costRemainder === undefined ? undefined : sql`cost_remainder = ${`${costRemainder}`}::numeric`,
    books && sql`books = ${books}`,
    reason === undefined ? undefined : sql`reason = ${reason}`,
  ].filter((part) => part !== undefined);
  const { rows } = await sql<Row>`
    update cold_refills set ${sql.join(set)}
    where id = ${seen.id} and status = ${seen.status} and books = ${seen.books} returning ${columns}
  `.execute(db);
  return rows[0] && toRefill(rows[0]);
}

/** A transaction that was signed for a refill, and may be mined. */
export interface RefillTransactionRow {
  readonly id: string;
  readonly raw: string;
}

export async function noteRefillTransaction(
  db: QueryExecutorProvider,
  { id, network }: Pick<Refill, 'id' | 'network'>,
  signed: RefillTransactionRow,
): Promise<void> {
  await sql`
    insert into cold_refill_transactions (network, transaction_id, refill_id, raw)
    values (${network}, ${signed.id}, ${id}, ${signed.raw}) on conflict do nothing
  `.execute(db);
}

/** All that were signed for it, the newest first. */
export async function listRefillTransactions(
  db: QueryExecutorProvider,
  { id }: Pick<Refill, 'id'>,
): Promise<RefillTransactionRow[]> {
  const { rows } = await sql<RefillTransactionRow>`
    select transaction_id as id, raw from cold_refill_transactions where refill_id = ${id} order by created_at desc
  `.execute(db);
  return rows;
}
