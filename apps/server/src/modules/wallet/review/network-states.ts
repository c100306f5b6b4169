import type { NetworkState } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { patiently } from '../networks/ask-node.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { signerOfCoin } from '../signer/signer-coins.ts';
import { signerWatch } from '../signer/signer-watch.ts';
import { watcherOf } from '../watch/watcher.ts';

type SignerState = { readonly state: 'none' | 'reached' | 'away'; readonly error: string | null };

/** Every network as it stands: what its node says now, what is written down of it, and what is switched off. */
export async function readNetworkStates(
  platform: Platform,
): Promise<{ signer: SignerState; results: NetworkState[] }> {
  const { networks } = await readNetworks(platform);
  const [signer, rows, tips] = await Promise.all([
    askSigner(platform),
    listRows(platform.database.kysely),
    Promise.all([...networks.values()].map((network) => askNode(platform, network))),
  ]);
  const byNetwork = new Map(tips.map((tip) => [tip.network, tip]));
  const { away } = watcherOf(platform);
  const results = rows.map((row) => {
    const tip = byNetwork.get(row.network);
    const nodeHeight = tip?.height ?? null;
    return {
      ...row,
      node_height: nodeHeight,
      lag: nodeHeight === null || row.height === null ? null : Math.max(0, nodeHeight - row.height),
      error: tip?.error ?? away.get(row.network) ?? null,
      coins: row.coins.map(({ decimals, ...coin }) => ({
        ...coin,
        ...signerOfCoin(platform, {
          ...{ coin: coin.currency, contract: coin.contract, decimals, network: row.network },
        }),
      })),
    };
  });
  return { signer, results };
}

async function askSigner(platform: Platform): Promise<SignerState> {
  const { ask } = signerWatch(platform);
  if (!ask) return { state: 'none', error: null };
  const error = await patiently(ask());
  return typeof error === 'string' ? { state: 'away', error } : { state: 'reached', error: null };
}

async function askNode(
  platform: Platform,
  network: Network,
): Promise<{ network: string; height: number | null; error: string | null }> {
  const tip = await patiently((async () => (await (await chainsOf(platform).of(network)).tip()).height)());
  return typeof tip === 'number'
    ? { network: network.code, height: tip, error: null }
    : { network: network.code, height: null, error: tip ?? null };
}

interface Row extends Omit<NetworkState, 'node_height' | 'lag' | 'error' | 'coins'> {
  readonly coins: readonly (Omit<NetworkState['coins'][number], 'signer' | 'signer_lines'> & {
    readonly decimals: number;
  })[];
}

async function listRows(db: QueryExecutorProvider): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select chain.code as network, chain.name, chain.family, not chain.deposits_disabled as deposits,
      not chain.withdrawals_disabled as withdrawals, chain.confirmations, tip.height, keys.network is not null as keys,
      coalesce((
        select json_agg(json_build_object('for', waits_for, 'count', number) order by number desc)
        from (
          select waits_for, count(*) as number from payouts
          where payouts.network = chain.code and status not in ('completed', 'failed', 'replaced') and waits_for is not null
          group by waits_for
        ) waiting
      ), '[]') as waits,
      coalesce((
        select json_agg(json_build_object(
          'currency', here.coin, 'contract', here.contract, 'decimals', here.decimals, 'deposits', not here.deposits_disabled,
          'withdrawals', not here.withdrawals_disabled, 'coin_deposits', not coins.deposits_disabled,
          'coin_withdrawals', not coins.withdrawals_disabled, 'hidden', coins.hidden,
          'stopped', exists (select from coin_stops where coin_stops.coin = here.coin and lifted_at is null)
        ) order by coins.place, coins.code)
        from coin_blockchains here join coins on coins.code = here.coin where here.blockchain = chain.code
      ), '[]') as coins
    from blockchains chain
    left join chain_checkpoints tip on tip.network = chain.code
    left join wallet_keys keys on keys.network = chain.code
    order by chain.place, chain.code
  `.execute(db);
  return rows;
}

export interface Switches {
  readonly deposits: boolean;
  readonly withdrawals: boolean;
}

/** What is switched: a network, a coin, or a coin on a network. */
export interface SwitchedPlace {
  readonly network?: string;
  readonly currency?: string;
}

/** Sets both switches. Answers how they stood before; undefined: there is no such place. */
export async function setSwitches(
  transaction: QueryExecutorProvider,
  { network, currency }: SwitchedPlace,
  { deposits, withdrawals }: Switches,
): Promise<Switches | undefined> {
  const table = network === undefined ? 'coins' : currency === undefined ? 'blockchains' : 'coin_blockchains';
  const key =
    network === undefined
      ? sql`code = ${currency}`
      : currency === undefined
        ? sql`code = ${network}`
        : sql`coin = ${currency} and blockchain = ${network}`;
  const { rows } = await sql<Switches>`
    select not deposits_disabled as deposits, not withdrawals_disabled as withdrawals from ${sql.table(table)} where ${key} for update
  `.execute(transaction);
  if (!rows[0]) return undefined;
  await sql`
    update ${sql.table(table)} set deposits_disabled = ${!deposits}, withdrawals_disabled = ${!withdrawals} where ${key}
  `.execute(transaction);
  return rows[0];
}

/** @throws Problem signer_lacks_coin for deposits of a coin on a network that the signer does not pay out. */
export async function requirePayable(
  platform: Platform,
  transaction: QueryExecutorProvider,
  { network, currency }: SwitchedPlace,
): Promise<void> {
  if (network === undefined || currency === undefined) return;
  const { rows } = await sql<{ contract: string | null; decimals: number; name: string }>`
    select contract, decimals, name from coin_blockchains join blockchains on blockchains.code = blockchain
    where coin = ${currency} and blockchain = ${network}
  `.execute(transaction);
  const [row] = rows;
  if (row && signerOfCoin(platform, { coin: currency, network, ...row }).signer === 'lacks')
    throw new Problem('signer_lacks_coin', { params: { coin: currency, network: row.name } });
}
