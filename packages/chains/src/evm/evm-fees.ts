import { mulDivUp } from '@emporion/kernel';
import type { EvmTerms } from '#signing.ts';

export interface EvmFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface EvmFeePolicy {
  /** For a node that cannot tell what others pay. */
  readonly fallback: EvmFees;
  /** Nothing is ever offered above it: a transaction then waits, and somebody must look. */
  readonly maxFeePerGas: bigint;
  /** What block makers want at least, whatever others paid. */
  readonly minPriorityFeePerGas: bigint;
}

/** What a node tells of the last blocks: the base fee of the next one, and what was paid above it. */
export interface EvmFeeHistory {
  readonly nextBaseFee: bigint;
  readonly rewards: readonly bigint[];
}

/** The base fee may double before the transaction stands still: that takes six full blocks in a row. */
export function feesFrom(history: EvmFeeHistory | undefined, policy: EvmFeePolicy): EvmFees {
  if (!history) return capped(policy.fallback, policy);
  const paid = median(history.rewards.filter((reward) => reward > 0n));
  const tip = larger(paid ?? policy.fallback.maxPriorityFeePerGas, policy.minPriorityFeePerGas);
  return capped({ maxFeePerGas: 2n * history.nextBaseFee + tip, maxPriorityFeePerGas: tip }, policy);
}

/**
 * The terms of a transaction that takes the place of one that is stuck. Nodes want at least a tenth more, some an eighth, of both fees; so each grows by an
 * eighth, or to what the market asks if that is more.
 *
 * @returns undefined when that would pass the ceiling: then the old one waits on, and somebody must look.
 */
export function bumpEvm(
  terms: EvmTerms,
  { market, ceiling }: { readonly market?: EvmFees | undefined; readonly ceiling: bigint },
): EvmTerms | undefined {
  const needed = {
    maxFeePerGas: anEighthMore(terms.maxFeePerGas),
    maxPriorityFeePerGas: anEighthMore(terms.maxPriorityFeePerGas),
  };
  if (needed.maxFeePerGas > ceiling) return undefined;
  const maxFeePerGas = smaller(larger(needed.maxFeePerGas, market?.maxFeePerGas ?? 0n), ceiling);
  const wanted = larger(needed.maxPriorityFeePerGas, market?.maxPriorityFeePerGas ?? 0n);
  return { ...terms, maxFeePerGas, maxPriorityFeePerGas: smaller(wanted, maxFeePerGas) };
}

function anEighthMore(fee: bigint): bigint {
  return fee === 0n ? 1n : mulDivUp(fee, { by: 9n, per: 8n });
}

function capped(fees: EvmFees, { maxFeePerGas: ceiling }: EvmFeePolicy): EvmFees {
  const maxFeePerGas = smaller(fees.maxFeePerGas, ceiling);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(fees.maxPriorityFeePerGas, maxFeePerGas) };
}

function median(values: readonly bigint[]): bigint | undefined {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor(sorted.length / 2)];
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
