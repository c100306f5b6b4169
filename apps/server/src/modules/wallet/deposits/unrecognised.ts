import { type QueryExecutorProvider, sql } from 'kysely';
import { readCheckpoint } from '../watch/chain-store.ts';
import type { WatchParts } from '../watch/watch-parts.ts';
import { type Deposit, listDeposits } from './deposit.ts';
import { judgeDeposit } from './judge-deposit.ts';
import { noticeHeld } from './notices.ts';
import { finalHeight, type Settling } from './settling.ts';

/** Addresses whose balance is compared in one turn. */
const pageAddresses = 200;

interface Expected {
  readonly id: number;
  readonly address: string;
  readonly userId: string;
  /** What the blocks say that there is of the coin of the chain. */
  readonly units: bigint;
}

/**
 * Compares what lies on deposit addresses of the chain's own coin with what blocks brought there and we took away: a contract that passes it on leaves no
 * trace in a block. What there is too much of is held for an operator. Looks at one page of addresses, all in one sum where nothing is amiss.
 *
 * @returns where the next page begins; 0 after the last.
 * @throws ChainUnavailable.
 */
export async function findUnrecognised(
  parts: WatchParts,
  settling: Settling,
  after: number,
): Promise<number> {
  const { network, chain, database } = parts;
  const coin = settling.networks.coins.find(
    (each) => each.network === network.code && each.contract === null,
  );
  // At a height that no reorganisation reaches.
  const height = finalHeight(settling, coin?.coin ?? null);
  if (!coin || height < 0) return 0;
  const page = await listExpected(database.kysely, { network: network.code, height, after });
  const balanceOf = (those: readonly Expected[]) =>
    chain.balance(
      those.map(({ address }) => address),
      { contract: undefined, height },
    );
  const search = async (those: readonly Expected[]): Promise<void> => {
    const [first] = those;
    if (!first) return;
    const surplus = (await balanceOf(those)) - those.reduce((sum, { units }) => sum + units, 0n);
    if (surplus === 0n) return;
    if (those.length === 1) {
      if (surplus > 0n) await hold(parts, settling, { expected: first, height, coin: coin.coin });
      return;
    }
    const middle = Math.ceil(those.length / 2);
    await search(those.slice(0, middle));
    await search(those.slice(middle));
  };
  await search(page.expected);
  return page.next;
}

/** Those with a transaction of ours that is open, or mined above the height, are left for another turn. */
async function listExpected(
  db: QueryExecutorProvider,
  {
    network,
    height,
    after,
    only = null,
  }: { network: string; height: number; after: number; only?: string | null },
): Promise<{ expected: Expected[]; next: number }> {
  const { rows } = await sql<Omit<Expected, 'units'> & { units: string; isOpen: boolean }>`
    with page as (
      select id, address, user_id from chain_addresses
      where network = ${network} and branch = 0 and memo is null and user_id is not null and id > ${after}
        and (${only}::text is null or address = ${only})
      order by id limit ${pageAddresses}
    ), moves as (
      select page.id, payouts.status, payouts.block_height, payouts.from_address = page.address as is_sender,
        coalesce(payouts.cost, 0) as cost, coalesce((
          select sum((paid ->> 'amount')::numeric) from jsonb_array_elements(payouts.payments) as paid
          where paid ->> 'contract' is null and (payouts.from_address = page.address or paid ->> 'to' = page.address)
        ), 0) as amount
      from page join payouts on payouts.network = ${network} and (
        payouts.from_address = page.address
        or (payouts.kind = 'top-up' and payouts.payments @> jsonb_build_array(jsonb_build_object('to', page.address)))
      )
    )
    select id::float8 as id, address, user_id as "userId",
      trunc(coalesce((
        select sum(chain_amount) from deposits
        where deposits.network = ${network} and deposits.address = page.address and contract is null
          and block_height <= ${height}
      ), 0) + coalesce((
        select sum(
          case when status <> 'completed' then 0 when is_sender then -amount else amount end - case when is_sender then cost else 0 end
        ) from moves where moves.id = page.id and block_height is not null
      ), 0))::text as units,
      exists (
        select from moves where moves.id = page.id
          and (block_height > ${height} or status not in ('completed', 'failed', 'replaced'))
      ) as "isOpen"
    from page order by id
  `.execute(db);
  const expected = rows
    .filter(({ isOpen }) => !isOpen)
    .map(({ id, address, userId, units }) => ({ id, address, userId, units: BigInt(units) }));
  return { expected, next: rows.length === pageAddresses ? (rows.at(-1)?.id ?? 0) : 0 };
}

/** Writes down what nobody saw come, as a deposit that only a person credits. */
async function hold(
  { network, chain, database }: WatchParts,
  settling: Settling,
  { expected, height, coin }: { expected: Expected; height: number; coin: string },
): Promise<void> {
  const { address, userId } = expected;
  const balance = await chain.balance([address], { contract: undefined, height });
  await database.kysely.transaction().execute(async (transaction) => {
    // Held until the end, so that no reorganisation and no other watcher comes in between.
    await readCheckpoint(transaction, network.code, { lock: true });
    const page = await listExpected(transaction, {
      ...{ network: network.code, height, after: expected.id - 1, only: address },
    });
    const surplus = balance - (page.expected[0]?.units ?? balance);
    if (surplus <= 0n) return;
    // What a deep reorganisation took back is found again as what it is now.
    await sql`
      update deposits set status = 'failed', reason = null, updated_at = now()
      where network = ${network.code} and address = ${address} and reason = 'unrecognised' and block_height is null
    `.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      insert into deposits (
        network, transaction_id, output_index, address, user_id, coin, chain_amount, status, reason, block_height, block_hash
      )
      select ${network.code}, ${`balance:${address}:${height}`}, 0, ${address}, ${userId}, ${coin}, ${String(surplus)}::numeric,
        'held', 'unrecognised', height, hash
      from chain_blocks where network = ${network.code} and height = ${height}
      on conflict do nothing returning id
    `.execute(transaction);
    const [deposit] = await listDeposits(transaction, sql`id = ${rows[0]?.id ?? null}`);
    if (deposit) await tell(transaction, settling, deposit);
  });
  settling.onChanged([userId]);
}

/** Tiny amounts can be sent to anybody by anybody, and are no news. */
async function tell(transaction: QueryExecutorProvider, settling: Settling, deposit: Deposit): Promise<void> {
  const { network, networks } = settling;
  const coin = networks.coins.find((each) => each.network === network.code && each.contract === null);
  const verdict = judgeDeposit({ ...deposit, isAccountActive: true }, { network, coin });
  if ('hold' in verdict && verdict.hold === 'below_minimum') return;
  await noticeHeld(transaction, settling, { deposit, reason: 'unrecognised' });
}
