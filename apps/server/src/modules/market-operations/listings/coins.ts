import { ChainUnavailable } from '@emporion/chains';
import { fiatCurrencies, type listingEndpoints, type StaffCoin } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import {
  forgetMarkets,
  loadNetworks,
  type Network,
  type Networks,
  reconcileMarkets,
  requireAdapters,
} from '#modules/markets/index.ts';
import { chainDecimals, contractSpelling, requireNetworkRows } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { nodeHosts, requireNodeAddresses, requireResolvedElsewhere } from './node-addresses.ts';

type NewCoin = z.output<typeof listingEndpoints.createCoin.body>;
type NewNetwork = NonNullable<NewCoin['new_network']>;
type OnNetwork = NewCoin['networks'][number];

export async function readStaffCoins(db: QueryExecutorProvider) {
  const [{ networks, coins }, listed] = await Promise.all([
    loadNetworks(db),
    sql<
      Omit<StaffCoin, 'networks'>
    >`select code, name, kind = 'fiat' as fiat, decimals, hidden from coins order by place, code`.execute(db),
  ]);
  return {
    results: listed.rows.map((coin) => ({
      ...coin,
      networks: coins
        .filter((each) => each.coin === coin.code)
        .map(
          ({
            network,
            contract,
            decimals,
            confirmations,
            depositMin,
            withdrawalFee,
            withdrawalMin,
            withdrawalMax,
          }) => ({
            ...{ network, contract, decimals, confirmations, deposit_min: depositMin },
            ...{
              withdrawal_fee: withdrawalFee,
              withdrawal_min: withdrawalMin,
              withdrawal_max: withdrawalMax,
            },
          }),
        ),
    })),
    networks: [...networks.values()].map(
      ({ code, name, family, addressFormat, feeCoin, confirmations, memo }) => ({
        ...{ code, name, family, address_format: addressFormat, fee_coin: feeCoin, confirmations, memo },
      }),
    ),
    next: null,
  };
}

/**
 * Lists a coin. Its decimals are held against what the nodes of its networks say, once the fresh code was judged and before anything is written; trading it takes a market, which two people open.
 *
 * @throws Problem coin_exists, network_invalid, network_exists, network_wrong, contract_unknown, contract_listed, chain_decimals_differ, service_unavailable.
 */
export async function createCoin(
  platform: Platform,
  call: StaffCall & { body: NewCoin },
): Promise<StaffCoin> {
  const { kysely } = platform.database;
  const { body } = call;
  const { networks, coins } = await loadNetworks(kysely);
  if (await exists(kysely, body.code)) throw new Problem('coin_exists');
  const added = body.new_network === null ? undefined : networkOf(body.new_network, body.code);
  if (added && networks.has(added.code)) throw new Problem('network_exists');
  const known = new Map(added ? [...networks, [added.code, added]] : networks);
  const places = body.networks.map((here) => spelled(known, here, body.code));
  refuseRepeated(places);
  requireFit(
    { networks: known, coins: [...coins, ...places.map((here) => rowOf(here, body, known))] },
    platform,
    {
      ...{ coin: body.code, network: added },
    },
  );
  if (body.new_network) requireNodeAddresses(body.new_network);
  await makeStaffChange(platform, call, async (transaction) => {
    if (await exists(transaction, body.code)) throw new Problem('coin_exists');
    // Only now, when the fresh code was right: to have the server ask an address is a thing that staff do.
    if (added) await requireResolvedElsewhere(added.parameters);
    for (const here of places) await requireDecimals(platform, known, here);
    await insertCoin(transaction, body);
    if (body.new_network)
      await insertNetwork(transaction, body.new_network, { feeCoin: body.code, by: call.caller.userId });
    for (const [place, here] of places.entries())
      await insertPlace(transaction, { coin: body.code, here, place });
    return {
      ...{ action: 'coin_listed', object: `coin:${body.code}` },
      after: {
        ...{ name: body.name, decimals: body.decimals },
        networks: places.map(({ network, contract }) =>
          contract === null ? network : `${network} ${contract}`,
        ),
        ...(added && { nodes: nodeHosts(added.parameters) }),
      },
    };
  });
  await reconcileMarkets(platform);
  forgetMarkets(platform);
  const coin = (await readStaffCoins(kysely)).results.find(({ code }) => code === body.code);
  if (!coin) throw new Problem('service_unavailable');
  return coin;
}

const isCurrency = (code: string) => fiatCurrencies.some((currency) => currency === code);

async function exists(db: QueryExecutorProvider, code: string): Promise<boolean> {
  const { rows } = await sql`select from coins where code = ${code}`.execute(db);
  return rows.length > 0;
}

/** One contract is one coin, and a coin is on a network once. @throws Problem network_invalid. */
function refuseRepeated(places: readonly OnNetwork[]): void {
  if (new Set(places.map(({ network }) => network)).size !== places.length)
    throw new Problem('network_invalid');
}

function networkOf(network: NewNetwork, feeCoin: string): Network {
  const {
    code,
    name,
    family,
    address_format: addressFormat,
    confirmations,
    parameters,
    tx_explorer: txExplorer,
  } = network;
  return {
    ...{ code, name, family, addressFormat, feeCoin, confirmations, txExplorer, parameters, memo: null },
    ...{ depositsDisabled: false, withdrawalsDisabled: false },
  };
}

/** With its contract in the spelling in which transfers name it. @throws Problem network_invalid, contract_unknown. */
function spelled(networks: Networks['networks'], here: OnNetwork, coin: string): OnNetwork {
  const network = networks.get(here.network);
  if (!network) throw new Problem('network_invalid');
  if (here.contract === null && network.feeCoin !== coin) throw new Problem('contract_unknown');
  if (here.contract === null) return here;
  const contract = contractSpelling(network, here.contract);
  if (contract === undefined) throw new Problem('contract_unknown');
  return { ...here, contract };
}

function rowOf(
  here: OnNetwork,
  { code, decimals }: NewCoin,
  networks: Networks['networks'],
): Networks['coins'][number] {
  return {
    ...{
      coin: code,
      network: here.network,
      contract: here.contract,
      decimals: here.decimals,
      ledgerDecimals: decimals,
    },
    confirmations: here.confirmations ?? networks.get(here.network)?.confirmations ?? 1,
    ...{
      depositFee: '0',
      depositMin: here.deposit_min,
      depositMax: null,
      withdrawalFee: here.withdrawal_fee,
    },
    ...{ withdrawalMin: here.withdrawal_min, withdrawalMax: here.withdrawal_max, withdrawalDailyMax: null },
    ...{ depositsDisabled: false, withdrawalsDisabled: false },
  };
}

/** What would keep the server from starting must not be written. @throws Problem network_wrong, contract_listed. */
function requireFit(
  all: Networks,
  { config }: Platform,
  { coin, network }: { coin: string; network: Network | undefined },
): void {
  const own = all.coins.filter((each) => each.coin === coin);
  const taken = (here: (typeof own)[number]) =>
    all.coins.some(
      (each) => each.coin !== coin && each.network === here.network && each.contract === here.contract,
    );
  if (own.some((here) => here.contract !== null && taken(here))) throw new Problem('contract_listed');
  try {
    requireAdapters({ networks: new Map(network ? [[network.code, network]] : []), coins: [] }, config);
    requireNetworkRows(all);
  } catch (error) {
    if (error instanceof StartupError) throw new Problem('network_wrong', { detail: error.message });
    throw error;
  }
}

/** @throws Problem chain_decimals_differ, contract_unknown, service_unavailable where the node cannot be asked. */
async function requireDecimals(
  platform: Platform,
  networks: Networks['networks'],
  here: OnNetwork,
): Promise<void> {
  const network = networks.get(here.network);
  if (!network) throw new Problem('network_invalid');
  const found = await chainDecimals(platform, network, here.contract).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) throw new Problem('service_unavailable');
    throw error;
  });
  if (found === 'none') throw new Problem('contract_unknown');
  if (found !== 'unknown' && found !== here.decimals)
    throw new Problem('chain_decimals_differ', { params: { chain: found, given: here.decimals } });
}

async function insertCoin(
  transaction: Transaction<unknown>,
  { code, name, decimals, site }: NewCoin,
): Promise<void> {
  const links = site === null ? [] : [{ href: site, title: 'Website' }];
  await sql`
    insert into coins (code, name, base, decimals, logo, links, kind, place)
    values (
      ${code}, ${name}, ${code}, ${decimals}, ${`/public/coins/${code.toLowerCase()}.svg`}, ${JSON.stringify(links)}::jsonb,
      ${isCurrency(code) ? 'fiat' : 'chain'}, (select coalesce(max(place) + 1, 0) from coins)
    )
  `.execute(transaction);
}

async function insertNetwork(
  transaction: Transaction<unknown>,
  network: NewNetwork,
  { feeCoin, by }: { feeCoin: string; by: string },
): Promise<void> {
  const {
    code,
    name,
    family,
    address_format,
    token_standard = null,
    tx_explorer,
    confirmations,
    parameters,
  } = network;
  await sql`
    insert into blockchains (code, name, token_standard, tx_explorer, confirmations, fee_coin, place, family, address_format, parameters, added_by)
    values (
      ${code}, ${name}, ${token_standard}, ${tx_explorer}, ${confirmations}, ${feeCoin},
      (select coalesce(max(place) + 1, 0) from blockchains), ${family}, ${address_format}, ${JSON.stringify(parameters)}::jsonb, ${by}
    )
  `.execute(transaction);
}

async function insertPlace(
  transaction: Transaction<unknown>,
  { coin, here, place }: { coin: string; here: OnNetwork; place: number },
): Promise<void> {
  await sql`
    insert into coin_blockchains (
      coin, blockchain, place, contract, decimals, confirmations, deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max
    )
    values (
      ${coin}, ${here.network}, ${place}, ${here.contract}, ${here.decimals}, ${here.confirmations}, ${here.deposit_min},
      ${here.withdrawal_fee}, ${here.withdrawal_min}, ${here.withdrawal_max}
    )
  `.execute(transaction);
}
