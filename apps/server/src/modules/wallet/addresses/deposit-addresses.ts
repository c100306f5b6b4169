import { unusedAddressesMax } from '@emporion/contracts/rest';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Network } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { PinnedKey } from '../signer/pinned-keys.ts';
import { addUserAddress, type ChainAddress } from './chain-addresses.ts';

interface Wanted {
  readonly network: Network;
  readonly key: PinnedKey;
  readonly userId: string;
}

/** The address that is shown to a user: the newest, or a first one. */
export async function currentAddress(database: Kysely<unknown>, wanted: Wanted): Promise<ChainAddress> {
  const known = await newestAddress(database, wanted);
  if (known) return known;
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, wanted);
    return (await newestAddress(transaction, wanted)) ?? addUserAddress(transaction, wanted);
  });
}

/** Another address. Those of before stay the user's for ever. @throws Problem deposit_limit_exceeded. */
export async function freshAddress(database: Kysely<unknown>, wanted: Wanted): Promise<ChainAddress> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, wanted);
    const { rows } = await sql<{ unused: number }>`
      select count(*)::int as unused from chain_addresses
      where user_id = ${wanted.userId} and network = ${wanted.network.code} and first_used_at is null
    `.execute(transaction);
    if ((rows[0]?.unused ?? 0) >= unusedAddressesMax)
      throw new Problem('deposit_limit_exceeded', { params: { max: unusedAddressesMax } });
    return addUserAddress(transaction, wanted);
  });
}

/** Requests of one user for one network wait for each other, so that two at once do not both find room for the last. */
async function lockUser(transaction: QueryExecutorProvider, { userId, network }: Wanted): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit address ${userId} ${network.code}`}, 0))`.execute(
    transaction,
  );
}

async function newestAddress(
  db: QueryExecutorProvider,
  { userId, network }: Wanted,
): Promise<ChainAddress | undefined> {
  const { rows } = await sql<ChainAddress>`
    select address, memo from chain_addresses
    where user_id = ${userId} and network = ${network.code} order by id desc limit 1
  `.execute(db);
  return rows[0];
}

/** Whose an address of ours is. */
export interface AddressOwner extends ChainAddress {
  /** Null: the house's. */
  readonly userId: string | null;
}

/**
 * Who owns these addresses of an account of keys: on whichever of its networks one was given out, it is the same person's on all of them. What is ours and
 * has a memo of nobody is answered with the address's own row, without a memo.
 */
export async function listOwners(
  db: QueryExecutorProvider,
  { account, paid }: { account: number; paid: readonly ChainAddress[] },
): Promise<AddressOwner[]> {
  const addresses = paid.map(({ address }) => address);
  const memos = paid.map(({ memo }) => memo ?? '');
  const { rows } = await sql<AddressOwner>`
    select distinct ours.address, ours.memo, user_id as "userId"
    from (
      select * from unnest(${addresses}::text[], ${memos}::text[])
      union select address, '' from unnest(${addresses}::text[]) as plain (address)
    ) as paid (address, memo)
    join chain_addresses ours on ours.address = paid.address and coalesce(ours.memo, '') = paid.memo
    where ours.account = ${account}
  `.execute(db);
  return rows;
}
