import { type CoinNetwork, type Network, readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** The way of a coin over a network, if it can leave that way now. @throws Problem coin_invalid, network_invalid, withdrawals_disabled. */
export async function requireRoute(
  platform: Platform,
  { coin, network: code }: { coin: string; network: string },
): Promise<{ readonly network: Network; readonly route: CoinNetwork }> {
  const { networks, coins } = await readNetworks(platform);
  if (!coins.some((each) => each.coin === coin)) throw new Problem('coin_invalid');
  const network = networks.get(code);
  const route = coins.find((each) => each.coin === coin && each.network === code);
  if (!network || !route) throw new Problem('network_invalid');
  if (route.withdrawalsDisabled) throw new Problem('withdrawals_disabled');
  return { network, route };
}
