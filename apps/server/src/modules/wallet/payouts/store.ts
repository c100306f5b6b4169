import type { Payment, Terms } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { paymentsFromStored, termsFromStored, toStored } from './amounts-as-text.ts';
import type { Payout, PayoutStatus } from './payout.ts';
import type { PayoutNetwork } from './payout-network.ts';

export const columns = sql`
  id, network, kind, from_address as "fromAddress", nonce::float8 as nonce, payments, terms, status,
  waits_for as "waitsFor", asked_at as "askedAt", transaction_id as "transactionId", raw, block_height::float8 as "blockHeight", block_hash as "blockHash",
  cost::text as cost, books, replaces, root
`;

export type Row = Omit<Payout, 'payments' | 'terms' | 'cost'> & {
  readonly payments: Parameters<typeof paymentsFromStored>[0];
  readonly terms: Parameters<typeof termsFromStored>[0];
  readonly cost: string | null;
};

export function toPayout(row: Row): Payout {
  return {
    ...row,
    payments: paymentsFromStored(row.payments),
    terms: termsFromStored(row.terms),
    cost: row.cost === null ? null : BigInt(row.cost),
  };
}

export interface NewPayout {
  readonly id: string;
  readonly network: string;
  readonly kind: Payout['kind'];
  readonly fromAddress: string;
  readonly nonce: number | null;
  readonly payments: readonly Payment[];
  readonly terms: Terms;
  readonly replaces?: string;
  /** Its own id unless given. */
  readonly root?: string;
  /** Of one that was found on the chain, and made elsewhere. */
  readonly transactionId?: string;
  /** 'building' unless given: a sweep has nothing to tell the exchange first. */
  readonly status?: 'building' | 'built';
}

export async function insertPayout(db: QueryExecutorProvider, payout: NewPayout): Promise<Payout> {
  const { id, network, kind, fromAddress, nonce, payments, terms } = payout;
  const { replaces = null, root = id, status = 'building', transactionId = null } = payout;
  const { rows } = await sql<Row>`
    insert into payouts (id, network, kind, from_address, nonce, payments, terms, replaces, root, status, transaction_id)
    values (
      ${id}, ${network}, ${kind}, ${fromAddress}, ${nonce}, ${toStored(payments)}::jsonb, ${toStored(terms)}::jsonb, ${replaces}, ${root},
      ${status}, ${transactionId}
    )
    returning ${columns}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A payout was not written.');
  return toPayout(row);
}

/** A step was to be taken from where nothing stands any more. All of it is rolled back, and the next turn tries again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/**
 * Keeps a payout that was never signed from everybody else until the transaction ends.
 *
 * @throws ChangedMeanwhile when somebody else has signed or discarded it.
 */
export async function lockUnsigned(
  transaction: QueryExecutorProvider,
  { id }: Pick<Payout, 'id'>,
): Promise<void> {
  const { rows } = await sql`
    select from payouts where id = ${id} and status in ('building', 'built') and raw is null for update
  `.execute(transaction);
  if (rows.length === 0) throw new ChangedMeanwhile();
}

/**
 * Keeps a payout that the signer was never asked for from being handed to it until the transaction ends.
 *
 * @returns false when it was asked: then there may be bytes.
 */
export async function lockUnasked(transaction: QueryExecutorProvider, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payouts where id = ${id} and status in ('building', 'built') and asked_at is null and raw is null for update
  `.execute(transaction);
  return rows.length > 0;
}

/** A payout that was never signed leaves no trace: its number or inputs go to the next one. @throws as `lockUnsigned` */
export async function discardPayout(
  transaction: QueryExecutorProvider,
  { release }: Pick<PayoutNetwork, 'release'>,
  payout: Payout,
): Promise<void> {
  await lockUnsigned(transaction, payout);
  await release(transaction, payout);
  await sql`delete from payouts where id = ${payout.id}`.execute(transaction);
}

export interface PayoutChange {
  readonly status?: PayoutStatus;
  readonly waitsFor?: string | null;
  /** The signer is about to be asked for it; false: it was not reached. */
  readonly asked?: boolean;
  readonly signed?: { readonly transactionId: string; readonly raw: string };
  /** Null: it is in no block any more. */
  readonly block?: { readonly height: number; readonly hash: string } | null;
  readonly cost?: bigint;
  /** What of it was booked and not taken, because the ledger is coarser than the chain; in the chain's units. */
  readonly costRemainder?: bigint;
  readonly books?: Payout['books'];
  /** Why it failed. */
  readonly reason?: string;
  /** It is waited for from now on. */
  readonly waitsAnew?: boolean;
  readonly content?: { readonly payments: readonly Payment[]; readonly terms: Terms };
}

/** Takes a step, if it still stands where the caller saw it. Its withdrawals go with it. */
export async function changePayout(
  db: QueryExecutorProvider,
  seen: Pick<Payout, 'id' | 'status'>,
  change: PayoutChange,
): Promise<Payout | undefined> {
  const { status, waitsFor, asked, signed, block, cost, costRemainder, books, reason, waitsAnew, content } =
    change;
  const set = [
    sql`updated_at = now()`,
    status === undefined ? undefined : sql`status = ${status}`,
    waitsFor === undefined ? undefined : sql`waits_for = ${waitsFor}`,
    asked === undefined
      ? undefined
      : asked
        ? sql`asked_at = coalesce(asked_at, now())`
        : sql`asked_at = null`,
    signed && sql`transaction_id = ${signed.transactionId}, raw = ${signed.raw}`,
    (signed || waitsAnew) && sql`waiting_since = now()`,
    block === undefined
      ? undefined
      : sql`block_height = ${block?.height ?? null}, block_hash = ${block?.hash ?? null}`,
    cost === undefined ? undefined : sql`cost = ${`${cost}`}::numeric`,
    costRemainder === undefined ? undefined : sql`cost_remainder = ${`${costRemainder}`}::numeric`,
    books === undefined ? undefined : sql`books = ${books}`,
    reason === undefined ? undefined : sql`reason = ${reason}`,
    content &&
      sql`payments = ${toStored(content.payments)}::jsonb, terms = ${toStored(content.terms)}::jsonb`,
  ].filter((part) => typeof part === 'object');
  const { rows } = await sql<Row>`
    update payouts set ${sql.join(set)} where id = ${seen.id} and status = ${seen.status} returning ${columns}
  `.execute(db);
  const [row] = rows;
  return row && toPayout(row);
}

export async function listAtWork(db: QueryExecutorProvider, network: string): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payouts
    where network = ${network} and (status not in ('completed', 'failed', 'replaced') or books = 'settling')
    order by nonce nulls first, created_at
  `.execute(db);
  return rows.map(toPayout);
}

/** All of which the chain takes only one, the newest first. */
export async function listVariants(
  db: QueryExecutorProvider,
  { root }: Pick<Payout, 'root'>,
): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payouts where root = ${root} order by created_at desc
  `.execute(db);
  return rows.map(toPayout);
}

/** What of a coin left by transactions of ours that the chain does not have yet, in its units; fees apart. */
export async function listUnmined(
  db: QueryExecutorProvider,
  { network, address }: { network: string; address: string },
): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payouts
    where network = ${network} and from_address = ${address} and status in ('building', 'built', 'signed', 'broadcast')
  `.execute(db);
  return rows.map(toPayout);
}

/** Whoever watches the chain must know our own transactions before they are sent: what they give to our addresses is no deposit. */
export async function noteSend(
  db: QueryExecutorProvider,
  {
    network,
    transactionId,
    kind,
  }: {
    readonly network: string;
    readonly transactionId: string;
    readonly kind: Payout['kind'] | 'refill';
  },
): Promise<void> {
  await sql`
    insert into chain_sends (network, transaction_id, kind) values (${network}, ${transactionId}, ${kind})
    on conflict do nothing
  `.execute(db);
}
