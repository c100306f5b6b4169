import { type CoinNetwork, type Network, readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';
import { bankNetwork } from './bank-details.ts';
import { findBankRoute } from './bank-route.ts';

/** The way of a coin over a network, or of a currency through a bank (without a network), if it can leave that way now. @throws Problem coin_invalid, network_invalid, withdrawals_disabled. */
export async function requireRoute(
  platform: Platform,
  asked: { coin: string; network: string },
): Promise<{ readonly network: Network | null; readonly route: CoinNetwork }> {
  const bank = asked.network === bankNetwork && (await findBankRoute(platform.database.kysely, asked.coin));
  if (bank) {
    if (bank.withdrawalsDisabled) throw new Problem('withdrawals_disabled');
    return { network: null, route: bank };
  }
  const { network, listed: route } = coinOnNetwork(await readNetworks(platform), asked);
  if (route.withdrawalsDisabled) throw new Problem('withdrawals_disabled');
  return { network, route };
}
