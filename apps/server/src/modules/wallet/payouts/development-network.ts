import { costOf } from '@emporion/chains';
import { type Network, type Networks, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress, hotPath } from '../addresses/chain-addresses.ts';
import { developmentFeeMin } from '../development-chain/accept.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import type { PayoutCoin, PayoutNetwork } from './payout-network.ts';

/** The networks that payouts go out on: those whose keys are known. A network that cannot be asked now is one that waits. */
export async function payoutNetworks(platform: Platform): Promise<PayoutNetwork[]> {
  const { kysely } = platform.database;
  const listed = await readNetworks(platform);
  const keys = await listPinnedKeys(kysely);
  const found: PayoutNetwork[] = [];
  for (const network of listed.networks.values()) {
    const key = keys.find((each) => each.network === network.code);
    if (!key || network.family !== 'development') continue;
    const address = await kysely
      .transaction()
      .execute((transaction) => ensureHotAddress(transaction, { network, key }));
    found.push(await developmentNetwork(platform, { network, listed, address }));
  }
  return found;
}

async function developmentNetwork(
  platform: Platform,
  { network, listed, address }: { network: Network; listed: Networks; address: string },
): Promise<PayoutNetwork> {
  const chain = await chainsOf(platform).development(network);
  const { code, feeCoin, confirmations } = network;
  return {
    network: code,
    chain,
    hot: { address, path: hotPath },
    ...{ confirmations, feeCoin },
    coins: coinsOf(code, listed),
    nonceOf: (sender) => chain.nextNonce(sender),
    termsOf: async ({ from, nonce }) => ({ family: 'development', from, nonce, fee: developmentFeeMin }),
    costOf,
  };
}

function coinsOf(network: string, { coins }: Networks): Map<string, PayoutCoin> {
  return new Map(
    coins
      .filter((each) => each.network === network)
      .map(({ coin, contract, decimals, ledgerDecimals, withdrawalsDisabled }) => [
        coin,
        {
          contract: contract ?? undefined,
          chainDecimals: decimals,
          ledgerDecimals,
          isStopped: withdrawalsDisabled,
        },
      ]),
  );
}
