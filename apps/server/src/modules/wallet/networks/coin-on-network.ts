import type { CoinNetwork, Network, Networks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';

/** A coin on a network, both as they are listed. @throws Problem coin_invalid; network_invalid, which names the networks that the coin has. */
export function coinOnNetwork(
  { networks, coins }: Networks,
  { coin, network: code }: { coin: string; network: string },
): { readonly network: Network; readonly listed: CoinNetwork } {
  const own = coins.filter((each) => each.coin === coin);
  if (own.length === 0) throw new Problem('coin_invalid');
  const network = networks.get(code);
  const listed = own.find((each) => each.network === code);
  if (network && listed) return { network, listed };
  const names = own.map((each) => each.network).join(', ');
  throw new Problem('network_invalid', {
    sentence: { code: 'network_not_of_coin', params: { coin, networks: names } },
  });
}
