import type { Chain } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Network } from '#modules/markets/index.ts';

/** So many addresses are asked for at each look; more of them by turns. */
const turnMax = 2_000;
const askedAtOnce = 20;
/** What changed so long before the last look counts as changed since: clocks and commits are not exact. */
const marginMinutes = 60;

interface Wanted {
  readonly network: string;
  readonly addresses: readonly string[];
  readonly contract: string | null;
}

/**
 * The balances of a chain whose node answers address by address, without asking for a hundred thousand each time. What lay on an address is remembered.
 * Asked for is where something of ours happened lately, what is new, and of the others those that were asked longest ago. A theft from an address of a user
 * is so found when its turn comes: with 100,000 of them and a look every three minutes, within two and a half hours. The house's own addresses are few, and
 * asked for each time.
 *
 * A chain that answers for many at once is asked for all.
 */
export function rememberBalances(
  db: QueryExecutorProvider,
  {
    network,
    chain,
    max = turnMax,
  }: { network: Network; chain: Pick<Chain, 'balance' | 'stateOf'>; max?: number },
): Pick<Chain, 'balance' | 'stateOf'> {
  const isAskedSingly = network.family === 'evm' || network.family === 'tron';
  return {
    stateOf: (id) => chain.stateOf(id),
    balance: async (addresses, asset) => {
      if (!isAskedSingly || addresses.length <= max) return chain.balance(addresses, asset);
      const wanted = { network: network.code, addresses, contract: asset.contract ?? null };
      const due = await listDue(db, wanted, max);
      for (let at = 0; at < due.length; at += askedAtOnce) {
        const some = due.slice(at, at + askedAtOnce);
        const units = await Promise.all(some.map((address) => chain.balance([address], asset)));
        await remember(db, { ...wanted, addresses: some }, units);
      }
      return sumOf(db, wanted);
    },
  };
}

async function listDue(
  db: QueryExecutorProvider,
  { network, addresses, contract }: Wanted,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with known as (
      select wanted.address, asked_at from unnest(${[...addresses]}::text[]) as wanted (address)
      left join address_balances balances on balances.network = ${network} and balances.address = wanted.address
        and balances.contract is not distinct from ${contract}
    ), since as (
      select coalesce(max(asked_at), '-infinity') - make_interval(mins => ${marginMinutes}) as moment from known
    ), moved as (
      select from_address, payments from payouts, since
      where network = ${network} and (updated_at > moment or status not in ('completed', 'failed', 'replaced'))
    ), touched as (
      select address from deposits, since where network = ${network} and updated_at > moment
      union select from_address from moved
      union select paid ->> 'to' from moved cross join jsonb_array_elements(payments) as paid
    )
    select address from known where asked_at is null or address in (select address from touched)
    union
    (select address from known where asked_at is not null order by asked_at limit ${max})
  `.execute(db);
  return rows.map(({ address }) => address);
}

async function remember(
  db: QueryExecutorProvider,
  { network, addresses, contract }: Wanted,
  units: readonly bigint[],
): Promise<void> {
  await sql`
    insert into address_balances (network, address, contract, units)
    select ${network}, address, ${contract}, units
    from unnest(${[...addresses]}::text[], ${units.map(String)}::numeric[]) as asked (address, units)
    on conflict (network, contract, address) do update set units = excluded.units, asked_at = now()
  `.execute(db);
}

async function sumOf(db: QueryExecutorProvider, { network, addresses, contract }: Wanted): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(units), 0)::text as units from address_balances
    where network = ${network} and contract is not distinct from ${contract} and address = any (${[...addresses]}::text[])
  `.execute(db);
  return BigInt(rows[0]?.units ?? '0');
}
