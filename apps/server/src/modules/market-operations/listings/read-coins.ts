import type { StaffCoin, StaffNetwork } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { loadNetworks, type Network } from '#modules/markets/index.ts';
import { nodeHosts } from './node-addresses.ts';

interface ListedCoin extends Omit<StaffCoin, 'networks'> {
  readonly own: readonly { network: string; own_confirmations: number | null; received: boolean }[];
}

/** Every coin and network as staff see them: hidden ones too, and no address of a node. */
export async function readStaffCoins(db: QueryExecutorProvider): Promise<{
  results: StaffCoin[];
  networks: StaffNetwork[];
  next: null;
}> {
  const [{ networks, coins }, listed, received] = await Promise.all([
    loadNetworks(db),
    sql<ListedCoin>`
      select code, name, kind = 'fiat' as fiat, decimals, hidden, base, links -> 0 ->> 'href' as site,
        links - 0 as links, tx_explorer, trim_scale(withdrawal_daily_max)::text as withdrawal_daily_max,
        json_build_object(
          'disable_all', hidden, 'disable_exchange', swap_disabled, 'disable_pairs', pairs_disabled,
          'disable_stack', order_book_disabled
        ) as switches,
        case when logo like '/public/brand/%' then logo end as logo,
        (
          select coalesce(json_agg(json_build_object(
            'network', here.blockchain, 'own_confirmations', here.confirmations,
            'received', exists (select from deposits where network = here.blockchain and deposits.coin = here.coin)
          )), '[]')
          from coin_blockchains here where here.coin = coins.code
        ) as own
      from coins order by place, code
    `.execute(db),
    sql<{ code: string }>`
      select code from blockchains where exists (select from deposits where network = code)
    `.execute(db),
  ]);
  const receiving = new Set(received.rows.map(({ code }) => code));
  return {
    results: listed.rows.map(({ own, ...coin }) => ({
      ...coin,
      networks: coins
        .filter((each) => each.coin === coin.code)
        .map((each) => {
          const here = own.find(({ network }) => network === each.network);
          return {
            ...{ network: each.network, contract: each.contract, decimals: each.decimals },
            ...{ confirmations: each.confirmations, own_confirmations: here?.own_confirmations ?? null },
            ...{ received: here?.received ?? true, deposit_min: each.depositMin },
            ...{ deposit_fee: each.depositFee, deposit_max: each.depositMax },
            ...{ withdrawal_fee: each.withdrawalFee, withdrawal_min: each.withdrawalMin },
            withdrawal_max: each.withdrawalMax,
          };
        }),
    })),
    networks: [...networks.values()].map((network) => staffNetwork(network, receiving.has(network.code))),
    next: null,
  };
}

function staffNetwork(network: Network, received: boolean): StaffNetwork {
  const { code, name, family, addressFormat, feeCoin, confirmations, memo, txExplorer } = network;
  const { node: _node, nodes: _nodes, ...parameters } = network.parameters;
  return {
    ...{ code, name, family, address_format: addressFormat, fee_coin: feeCoin, confirmations, memo },
    ...{ tx_explorer: txExplorer, parameters, nodes: nodeHosts(network.parameters), received },
  };
}
