import {
  type BitcoinInput,
  type BitcoinTerms,
  bumpBitcoin,
  type Chain,
  cancelBitcoin,
  paymentAmountMin,
  selectInputs,
} from '@emporion/chains';
import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { bitcoinCoinOf, readBitcoinParameters } from '../networks/bitcoin-parameters.ts';
import { chainsOf } from '../networks/open-chains.ts';
import {
  listCommonInputs,
  listSpendable,
  lockOutputs,
  releaseOutputs,
  requireAllWritten,
  reserveOutputs,
  spendsUndoneChange,
} from '../outputs/store.ts';
import type { Payout } from './payout.ts';
import type { Draft, PayoutFamily, PayoutPlace, Plan } from './payout-network.ts';
import { ChangedMeanwhile } from './store.ts';

/**
 * Payouts of the Bitcoin family: many withdrawals in one transaction, which spends outputs where they lie, users' deposits too, and gives what is left to the
 * hot address. Its outputs are reserved in the SQL transaction that stores it, for it and for whatever replaces it.
 */
export function bitcoinFamily(platform: Platform, { network, hot, feeCoin }: PayoutPlace): PayoutFamily {
  const { kysely } = platform.database;
  const chain = chainsOf(platform).bitcoin(network);
  const { chain: ofCoin, fees, paymentsMax } = readBitcoinParameters(network);
  const coin = bitcoinCoinOf(network);
  const bitcoin = { coin, chain: ofCoin };
  let asked: Promise<bigint> | undefined;
  const feeRate = (): Promise<bigint> => {
    asked ??= chain.feeRate(fees);
    return asked;
  };
  const select = (payments: Draft['payments'], from: { available: readonly BitcoinInput[]; rate: bigint }) =>
    selectInputs(
      { payments, available: from.available, changePath: hot.path },
      { network: bitcoin, feeRate: from.rate },
    );
  const costOf = async ({ payments }: Draft): Promise<bigint> => {
    const [rate, available] = [await feeRate(), await listSpendable(kysely, { network: network.code })];
    const selected = select(payments, { available, rate });
    if (selected.ok) return selected.value.fee;
    // With less than this left over for it, nothing of what there is would be enough.
    return selected.failure.why === 'dust' ? 0n : selected.failure.missing + sum(available) - sum(payments);
  };
  const policy = async () => ({
    ...{ network: bitcoin, feeRate: await feeRate(), feeRateMax: fees.ceiling, relayRate: fees.relay },
  });
  const take = async (
    transaction: Parameters<typeof lockOutputs>[0],
    { root, terms }: { root: string; terms: BitcoinTerms },
  ): Promise<Plan> => {
    await lockOutputs(transaction, network.code);
    const isTaken = await reserveOutputs(transaction, { network: network.code, root, inputs: terms.inputs });
    if (!isTaken) throw new ChangedMeanwhile();
    return { nonce: null, terms };
  };

  return {
    ...{ chain, paymentsMax, needsSweeps: false, amountMin: paymentAmountMin(coin) },
    funds: async () => {
      const spendable = await listSpendable(kysely, { network: network.code });
      return new Map([[feeCoin, sum(spendable)]]);
    },
    costOf,
    prepare: async (draft) => {
      const { payments, holds } = draft;
      const rate = await feeRate();
      return {
        cost: await costOf(draft),
        plan: async (transaction, id) => {
          await lockOutputs(transaction, network.code);
          if (holds) await releaseOutputs(transaction, holds);
          const available = await listSpendable(transaction, { network: network.code });
          const selected = select(payments, { available, rate });
          if (!selected.ok) return { waitsFor: 'funds' };
          return take(transaction, { root: holds?.root ?? id, terms: selected.value });
        },
      };
    },
    bump: async (stuck) => {
      const terms = bumpBitcoin(
        {
          ...{ payments: stuck.payments, terms: termsOf(stuck), changePath: hot.path },
          feesWaiting: await chain.feesWaiting(stuck.transactionId ?? ''),
          available: await listSpendable(kysely, { network: network.code }),
        },
        await policy(),
      );
      return (
        terms && { cost: terms.fee, plan: (transaction) => take(transaction, { root: stuck.root, terms }) }
      );
    },
    cancel: async (payout) => {
      const inputs = await listCommonInputs(kysely, payout);
      if (inputs.length === 0) return undefined;
      const cancelled = cancelBitcoin(
        {
          ...{ terms: { ...termsOf(payout), inputs }, to: hot, coin: feeCoin },
          feesWaiting: await chain.feesWaiting(payout.transactionId ?? ''),
        },
        await policy(),
      );
      if (!cancelled) return undefined;
      const { payment, terms } = cancelled;
      return {
        ...{ payments: [payment], cost: terms.fee },
        plan: (transaction) => take(transaction, { root: payout.root, terms }),
      };
    },
    release: releaseOutputs,
    gaps: async () => [],
    ...factsOf(kysely, { chain, network: network.code }),
  };
}

function factsOf(
  db: QueryExecutorProvider,
  { chain, network }: { chain: Chain; network: string },
): Pick<PayoutFamily, 'lastSend' | 'isExpired'> {
  return {
    lastSend: () => requireAllWritten(db, { chain, network }),
    isExpired: async (payout) => {
      if (!(await spendsUndoneChange(db, payout))) return false;
      return payout.transactionId === null || (await chain.stateOf(payout.transactionId)).state === 'unknown';
    },
  };
}

function termsOf({ id, terms }: Payout): BitcoinTerms {
  if (terms.family === 'bitcoin') return terms;
  throw new Error(`The payout ${id} is on the terms of another family.`);
}

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}
