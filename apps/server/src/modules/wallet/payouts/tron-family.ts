import {
  costOf,
  feeLimitFor,
  type Payment,
  reserveFor,
  type TronPrices,
  type TronTerms,
  tronIdOf,
} from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { readTronParameters } from '../networks/tron-parameters.ts';
import { fundsOfHot } from './account-family.ts';
import type { Draft, PayoutFamily, PayoutPlace } from './payout-network.ts';

/** Whoever gave all of a token away since it was tried costs twice the energy to pay. Of a payout that must be enough; a sweep goes to ourselves. */
const payoutMargin = { by: 9n, per: 4n };
const sweepMargin = { by: 5n, per: 4n };

/**
 * Payouts on Tron: one payment in each transaction. Nothing numbers them, so nothing replaces one and none waits for another; what was never mined expires,
 * and is made anew. Within one turn prices stay what they were when they were first asked for.
 */
export function tronFamily(platform: Platform, place: PayoutPlace): PayoutFamily {
  const { network } = place;
  const chain = chainsOf(platform).tron(network);
  const { feeLimitMax, expirationSeconds } = readTronParameters(network);
  let asked: Promise<TronPrices> | undefined;
  const estimates = new Map<string, ReturnType<typeof chain.estimateEnergy>>();

  const estimate = ({ from, payments: [payment] }: Draft): ReturnType<typeof chain.estimateEnergy> => {
    if (payment?.contract === undefined) return Promise.resolve(0n);
    const kind = [from.address, payment.to, payment.contract].join(' ');
    const known = estimates.get(kind) ?? chain.estimateEnergy(payment, from.address);
    estimates.set(kind, known);
    return known;
  };
  const feeLimitOf = async (draft: Draft, prices: TronPrices): Promise<bigint> => {
    const energy = await estimate(draft);
    if (energy === 0n) return 0n;
    const margin = draft.from.path.branch === 1 ? payoutMargin : sweepMargin;
    return feeLimitFor(energy, { prices, margin, max: feeLimitMax });
  };
  const termsOf = async (draft: Draft): Promise<TronTerms> => {
    asked ??= chain.prices();
    const prices = await asked;
    const payment = onlyPayment(draft.payments);
    // The signer counts an account that is opened for every payment but a sweep.
    const opensAccount = draft.kind !== 'sweep' || !(await chain.hasAccount(payment.to));
    const { time, ...reference } = await chain.reference();
    return {
      ...{ family: 'tron', from: draft.from.path, ...reference },
      ...{ timestamp: time, expiration: time + expirationSeconds * 1_000 },
      feeLimit: await feeLimitOf(draft, prices),
      reserve: reserveFor(payment, { prices, opensAccount }),
    };
  };

  return {
    ...{ chain, paymentsMax: 1, needsSweeps: true },
    funds: (wanted) => fundsOfHot(platform, { chain, place, wanted }),
    costOf: async (draft) => costOf(await termsOf(draft)),
    wouldFail: async (draft) => (await estimate(draft)) === 'would_fail',
    prepare: async (draft) => {
      const terms = await termsOf(draft);
      return { cost: costOf(terms), plan: async () => ({ nonce: null, terms }) };
    },
    bump: async () => undefined,
    cancel: async () => undefined,
    release: async () => undefined,
    gaps: async () => [],
    isExpired: async ({ payments, terms, fromAddress }) => {
      if (terms.family !== 'tron') return false;
      // Its id is that of the words, signed or not: an answer of the signer that was lost may have left all the same.
      const id = tronIdOf(onlyPayment(payments), terms, fromAddress);
      return chain.isExpired({ ...terms, id });
    },
  };
}

function onlyPayment(payments: readonly Payment[]): Payment {
  const [payment, ...more] = payments;
  if (!payment || more.length > 0) throw new Error('A transaction of Tron makes one payment.');
  return payment;
}
