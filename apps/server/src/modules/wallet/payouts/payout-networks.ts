import { costOf, developmentPaymentsMax, type KeyPath, type Terms } from '@emporion/chains';
import { type Network, type Networks, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress, hotPath } from '../addresses/chain-addresses.ts';
import { developmentFeeMin } from '../development-chain/accept.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys, type PinnedKey } from '../signer/pinned-keys.ts';
import { evmPayouts } from './evm-network.ts';
import type { PayoutCoin, PayoutNetwork } from './payout-network.ts';

/** The networks that payouts go out on: those whose keys are known. A network that cannot be asked now is one that waits. */
export async function payoutNetworks(platform: Platform): Promise<PayoutNetwork[]> {
  const { kysely } = platform.database;
  const listed = await readNetworks(platform);
  const keys = await listPinnedKeys(kysely);
  const found: PayoutNetwork[] = [];
  for (const network of listed.networks.values()) {
    const key = keys.find((each) => each.network === network.code);
    if (!key || (network.family !== 'development' && network.family !== 'evm')) continue;
    const address = await kysely
      .transaction()
      .execute((transaction) => ensureHotAddress(transaction, { network, key }));
    const ofChain = await payoutsOn(platform, { network, key }).catch((error: unknown) => {
      platform.log.error({ network: network.code, err: error }, 'payouts of a network cannot be made');
    });
    if (!ofChain) continue;
    const { code, feeCoin, confirmations } = network;
    found.push({
      ...{ network: code, hot: { address, path: hotPath }, confirmations, feeCoin },
      coins: coinsOf(code, listed),
      ...ofChain,
    });
  }
  return found;
}

/** A row that an operator spoiled while we run stops the payouts of its network, and of no other. */
async function payoutsOn(platform: Platform, { network, key }: { network: Network; key: PinnedKey }) {
  return network.family === 'evm'
    ? evmPayouts(platform, { network, key })
    : developmentPayouts(platform, network);
}

async function developmentPayouts(platform: Platform, network: Network) {
  const chain = await chainsOf(platform).development(network);
  return {
    chain,
    paymentsMax: developmentPaymentsMax,
    nonceOf: (sender: string) => chain.nextNonce(sender),
    termsOf: async ({ from, nonce }: { from: KeyPath; nonce: number }): Promise<Terms> => ({
      ...{ family: 'development', from, nonce, fee: developmentFeeMin },
    }),
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
