import { readDevelopment, type SendOutcome, type SignedDevelopment } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { DevelopmentRow } from './development-row.ts';

/** What every transaction costs at least, in the smallest units of the coin that pays for it. */
export const developmentFeeMin = 1_000n;

/**
 * Takes a transaction among those that wait. To be called under the lock of the chain's row. Everything that was accepted counts, mined or not: a sender
 * has what came in less what went out, and the next nonce. So whatever waits is always covered by what comes before it.
 *
 * The nonce of one that waits may be had for a higher fee. One that is mined, or a bad signature, can never be mined again and is refused. What is only not covered, or comes before its turn, could be mined another day with the
 * same bytes, and is answered with `later`: whoever gave the money back would pay twice.
 */
export async function acceptTransaction(
  db: QueryExecutorProvider,
  chain: DevelopmentRow,
  raw: string,
): Promise<SendOutcome> {
  const read = readDevelopment(raw, chain);
  if (!read.ok) return { outcome: 'refused', reason: read.failure };
  const transaction = read.value;
  const { rows } = await sql`
    select from development_transactions where network = ${chain.code} and id = ${transaction.id}
  `.execute(db);
  if (rows.length > 0) return { outcome: 'accepted' };
  if (transaction.fee < developmentFeeMin) return { outcome: 'refused', reason: 'fee_too_low' };
  const next = await nextNonce(db, chain, transaction.from);
  if (transaction.nonce < next) return replaceWaiting(db, chain, transaction);
  if (transaction.nonce > next) return { outcome: 'later', reason: 'nonce_gap' };
  const isTap = transaction.from === chain.tapAddress;
  const objection = isTap ? undefined : await findShortage(db, chain, transaction);
  if (objection) return objection;
  await insertTransaction(db, chain, transaction);
  return { outcome: 'accepted' };
}

/**
 * A transaction takes the place of one that waits with its number and pays less for it. What waits is accepted anew in its order: what only the first one
 * covered goes with it.
 */
async function replaceWaiting(
  db: QueryExecutorProvider,
  chain: DevelopmentRow,
  { from, nonce, fee, raw }: SignedDevelopment,
): Promise<SendOutcome> {
  const { rows: waiting } = await sql<{ raw: string; isReplaced: boolean; fee: string }>`
    select raw, fee::text as fee, sender = ${from} and nonce = ${nonce} as "isReplaced" from development_transactions
    where network = ${chain.code} and height is null order by received
  `.execute(db);
  const replaced = waiting.find(({ isReplaced }) => isReplaced);
  if (!replaced) return { outcome: 'refused', reason: 'nonce_used' };
  if (fee <= BigInt(replaced.fee)) return { outcome: 'later', reason: 'replacement_underpriced' };
  const acceptAll = async (all: readonly string[]): Promise<Map<string, SendOutcome>> => {
    await sql`delete from development_transactions where network = ${chain.code} and height is null`.execute(
      db,
    );
    const outcomes = new Map<string, SendOutcome>();
    for (const each of all) outcomes.set(each, await acceptTransaction(db, chain, each));
    return outcomes;
  };
  const outcome = (await acceptAll(waiting.map((each) => (each.isReplaced ? raw : each.raw)))).get(raw);
  if (outcome?.outcome !== 'accepted') await acceptAll(waiting.map((each) => each.raw));
  return outcome ?? { outcome: 'refused', reason: 'nonce_used' };
}

/** The number that a sender's next transaction must have. */
export async function nextNonce(
  db: QueryExecutorProvider,
  { code }: Pick<DevelopmentRow, 'code'>,
  sender: string,
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select count(*)::int as next from development_transactions where network = ${code} and sender = ${sender}
  `.execute(db);
  return rows[0]?.next ?? 0;
}

/** The same by what is mined alone. */
export async function minedNonce(
  db: QueryExecutorProvider,
  { code }: Pick<DevelopmentRow, 'code'>,
  sender: string,
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select count(*)::int as next from development_transactions
    where network = ${code} and sender = ${sender} and height is not null
  `.execute(db);
  return rows[0]?.next ?? 0;
}

/** The tap may pay out of nothing; everybody else needs what they send, and the fee on top. */
async function findShortage(
  db: QueryExecutorProvider,
  { code }: DevelopmentRow,
  { from, fee, payments }: SignedDevelopment,
): Promise<SendOutcome | undefined> {
  const needed = new Map<string | undefined, bigint>([[undefined, fee]]);
  for (const { contract, amount } of payments) needed.set(contract, (needed.get(contract) ?? 0n) + amount);
  for (const [contract, amount] of needed) {
    if (contract !== undefined && !(await isKnownAsset(db, code, contract)))
      return { outcome: 'refused', reason: 'unknown_asset' };
    const balance = await balanceOf(db, { network: code, addresses: [from], contract });
    if (balance < amount) return { outcome: 'later', reason: 'insufficient_balance' };
  }
  return undefined;
}

/** Listed as a coin, or once given out by the tap: a token that nobody lists can exist on a chain. */
async function isKnownAsset(db: QueryExecutorProvider, network: string, contract: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from coin_blockchains where blockchain = ${network} and contract = ${contract})
      or exists (select from development_transfers where network = ${network} and contract = ${contract}) as known
  `.execute(db);
  return rows[0]?.known ?? false;
}

/** What lies on addresses after a block; without one, counting what waits too. */
export async function balanceOf(
  db: QueryExecutorProvider,
  asset: { network: string; addresses: readonly string[]; contract: string | undefined; height?: number },
): Promise<bigint> {
  const { network, contract = null } = asset;
  const addresses = [...asset.addresses];
  const height = asset.height === undefined ? sql`true` : sql`transactions.height <= ${asset.height}`;
  const { rows } = await sql<{ balance: string }>`
    with transactions as (
      select id, sender, fee from development_transactions transactions where network = ${network} and ${height}
    ), moved as (
      select sum(amount) as amount from development_transfers transfers
      join transactions on transactions.id = transfers.transaction_id
      where transfers.network = ${network} and transfers.recipient = any (${addresses})
        and transfers.contract is not distinct from ${contract}
      union all
      select -sum(amount) from development_transfers transfers
      join transactions on transactions.id = transfers.transaction_id
      where transfers.network = ${network} and transfers.sender = any (${addresses})
        and transfers.contract is not distinct from ${contract}
      union all
      select -sum(fee) from transactions where ${contract}::text is null and sender = any (${addresses})
    )
    select coalesce(sum(amount), 0)::text as balance from moved
  `.execute(db);
  return BigInt(rows[0]?.balance ?? '0');
}

async function insertTransaction(
  db: QueryExecutorProvider,
  { code }: DevelopmentRow,
  { id, raw, from, nonce, fee, payments }: SignedDevelopment,
): Promise<void> {
  await sql`
    insert into development_transactions (network, id, raw, sender, nonce, fee)
    values (${code}, ${id}, ${raw}, ${from}, ${nonce}, ${String(fee)})
  `.execute(db);
  await sql`
    insert into development_transfers (network, transaction_id, index, sender, recipient, memo, contract, amount)
    select ${code}, ${id}, place - 1, ${from}, recipient, memo, contract, amount
    from unnest(
      ${payments.map(({ to }) => to)}::text[], ${payments.map(({ memo }) => memo ?? null)}::text[],
      ${payments.map(({ contract }) => contract ?? null)}::text[], ${payments.map(({ amount }) => String(amount))}::numeric[]
    ) with ordinality as paid (recipient, memo, contract, amount, place)
  `.execute(db);
}
