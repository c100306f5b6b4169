import { bumpEvm, type EvmFees, evmGasMin, type KeyPath, type Payment } from '@emporion/chains';
import { mulDivUp } from '@emporion/kernel';
import type { Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { addressAt } from '../addresses/chain-addresses.ts';
import { readEvmParameters } from '../networks/evm-parameters.ts';
import { chainsOf } from '../networks/open-chains.ts';
import type { PinnedKey } from '../signer/pinned-keys.ts';
import type { AccountChain } from './account-family.ts';

/** Up to this a payment is plain, and uses exactly what was estimated. */
const plainGasMax = evmGasMin + 100n;

/** Within one turn fees and gas stay what they were when they were first asked for, so that what is left for a fee is enough for it. */
export function evmAccounts(
  platform: Platform,
  { network, key }: { network: Network; key: PinnedKey },
): AccountChain {
  const chain = chainsOf(platform).evm(network);
  const { chainId, fees: policy, gasMax } = readEvmParameters(network);
  let asked: Promise<EvmFees> | undefined;
  const fees = () => {
    asked ??= chain.fees(policy);
    return asked;
  };
  const estimates = new Map<string, ReturnType<typeof chain.estimateGas>>();

  const estimate = (payment: Payment, from: KeyPath): ReturnType<typeof chain.estimateGas> => {
    const kind = [from.branch, from.index, payment.to, payment.contract].join(' ');
    const known = estimates.get(kind) ?? chain.estimateGas(payment, addressAt(network, key, from));
    estimates.set(kind, known);
    return known;
  };
  const gasFor = async (payment: Payment | undefined, from: KeyPath): Promise<bigint> => {
    const needed = payment && (await estimate(payment, from));
    // Gas that is not used is not paid, so a payment that the node cannot judge may use what any may.
    if (typeof needed !== 'bigint') return gasMax;
    const withMargin = needed <= plainGasMax ? needed : mulDivUp(needed, { by: 5n, per: 4n });
    if (withMargin > gasMax) return gasMax;
    return withMargin;
  };

  return {
    ...{ chain, paymentsMax: 1 },
    nonceOf: (address) => chain.nonceOf(address),
    termsOf: async ({ from: { path: from }, payments }) => {
      const gas = await gasFor(payments[0], from);
      return { family: 'evm', from, nonce: 0, chainId, gas, ...(await fees()) };
    },
    wouldFail: async ({ from, payments: [payment] }) => {
      const needed = payment && (await estimate(payment, from.path));
      return needed === 'would_fail' || (typeof needed === 'bigint' && needed > gasMax);
    },
    dearer: async (terms) =>
      terms.family === 'evm'
        ? bumpEvm(terms, { market: await fees(), ceiling: policy.maxFeePerGas })
        : undefined,
  };
}
