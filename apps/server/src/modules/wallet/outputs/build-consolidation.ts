import { randomUUID } from 'node:crypto';
import { consolidate } from '@emporion/chains';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { bitcoinCoinOf, readBitcoinParameters } from '../networks/bitcoin-parameters.ts';
import { chainsOf } from '../networks/open-chains.ts';
import type { Payout } from '../payouts/payout.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { insertPayout } from '../payouts/store.ts';
import { listSpendable, lockOutputs, reserveOutputs } from './store.ts';

export interface ConsolidationPolicy {
  /** Fewer outputs are left as they are. */
  readonly inputsMin: number;
  readonly inputsMax: number;
  /** While a transaction costs more than this, in units for 1,000 virtual bytes, they are left as they are. */
  readonly feeRateMax: bigint;
}

/**
 * Makes one output of the house's of many small ones, while that is cheap: each costs as much to spend as a large one, and more when fees are high. It goes
 * on from there like any payout, and is a sweep to the signer.
 *
 * @returns undefined when there are too few, or fees are too high.
 * @throws ChainUnavailable
 */
export async function buildConsolidation(
  platform: Platform,
  { network: code, hot, feeCoin }: Pick<PayoutNetwork, 'network' | 'hot' | 'feeCoin'>,
  { inputsMin, inputsMax, feeRateMax }: ConsolidationPolicy,
): Promise<Payout | undefined> {
  const network: Network | undefined = (await readNetworks(platform)).networks.get(code);
  if (network?.family !== 'bitcoin') return undefined;
  const { chain, fees } = readBitcoinParameters(network);
  const feeRate = await chainsOf(platform).bitcoin(network).feeRate(fees);
  if (feeRate > feeRateMax) return undefined;
  return platform.database.kysely.transaction().execute(async (transaction) => {
    await lockOutputs(transaction, code);
    const available = await listSpendable(transaction, { network: code, order: 'smallest' });
    const made = consolidate(
      { ...{ available, to: hot, coin: feeCoin, inputsMin, inputsMax } },
      { network: { coin: bitcoinCoinOf(network), chain }, feeRate },
    );
    if (!made) return undefined;
    const { payment, terms } = made;
    const id = randomUUID();
    await reserveOutputs(transaction, { network: code, root: id, inputs: terms.inputs });
    return insertPayout(transaction, {
      ...{ id, network: code, kind: 'sweep', fromAddress: hot.address, nonce: null },
      ...{ payments: [payment], terms, status: 'built' },
    });
  });
}
