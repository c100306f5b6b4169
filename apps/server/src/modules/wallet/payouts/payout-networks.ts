import { type Networks, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress, hotPath, listHotAddresses } from '../addresses/chain-addresses.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { accountFamily } from './account-family.ts';
import { bitcoinFamily } from './bitcoin-family.ts';
import { developmentAccounts } from './development-family.ts';
import { evmAccounts } from './evm-family.ts';
import type { PayoutCoin, PayoutFamily, PayoutNetwork, PayoutPlace } from './payout-network.ts';
import { findPayoutRest } from './payout-rest.ts';
import { tronFamily } from './tron-family.ts';

/** A row that an operator spoiled while we run stops the payouts of its network, and of no other. */
const families: Readonly<
  Record<string, (platform: Platform, place: PayoutPlace) => Promise<PayoutFamily> | PayoutFamily>
> = {
  development: async (platform, place) =>
    accountFamily(platform, await developmentAccounts(platform, place.network), place),
  bitcoin: bitcoinFamily,
  evm: (platform, place) => accountFamily(platform, evmAccounts(platform, place), place),
  tron: tronFamily,
};

/** The networks that payouts go out on, or those of them that are named: their keys are known. A network that cannot be asked now is one that waits. */
export async function payoutNetworks(platform: Platform, only?: readonly string[]): Promise<PayoutNetwork[]> {
  const { kysely } = platform.database;
  const listed = await readNetworks(platform);
  const keys = await listPinnedKeys(kysely);
  const hot = await listHotAddresses(kysely);
  const isResting = (await findPayoutRest(kysely, platform)) !== undefined;
  const found: PayoutNetwork[] = [];
  for (const network of listed.networks.values()) {
    const key = keys.find((each) => each.network === network.code);
    const make = families[network.family];
    const { code, feeCoin, confirmations } = network;
    if (!key || !make || only?.includes(code) === false) continue;
    const address =
      hot.get(code) ??
      (await kysely.transaction().execute((transaction) => ensureHotAddress(transaction, { network, key })));
    const place = { hot: { address, path: hotPath }, feeCoin, coins: coinsOf(code, listed, { isResting }) };
    try {
      const family = await make(platform, { network, key, ...place });
      found.push({ network: code, confirmations, ...place, ...family });
    } catch (error) {
      platform.log.error({ network: code, err: error }, 'payouts of a network cannot be made');
    }
  }
  return found;
}

function coinsOf(
  network: string,
  { coins }: Networks,
  { isResting }: { readonly isResting: boolean },
): Map<string, PayoutCoin> {
  return new Map(
    coins
      .filter((each) => each.network === network)
      .map(({ coin, contract, decimals, ledgerDecimals, withdrawalsDisabled }) => [
        coin,
        {
          contract: contract ?? undefined,
          chainDecimals: decimals,
          ledgerDecimals,
          isStopped: withdrawalsDisabled || isResting,
        },
      ]),
  );
}
