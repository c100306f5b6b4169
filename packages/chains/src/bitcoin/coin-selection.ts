import { fail, type Result, succeed } from '@emporion/kernel';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import type { BitcoinInput, BitcoinTerms, KeyPath, Payment } from '#signing.ts';
import { bitcoinInputsMax } from './bitcoin-limits.ts';
import { dustLimit, feeAt, inputFeeAt, p2wpkhScriptLength, sizeOf, weightOf } from './bitcoin-size.ts';
import type { BitcoinNetwork } from './bitcoin-transaction.ts';

/** What nodes of each coin take for spending dust, in units for 1,000 virtual bytes. */
export const dustRates = { bitcoin: 3_000n, litecoin: 30_000n } as const;

const publicKeyHashLength = 25;

export interface SelectionPolicy {
  readonly network: BitcoinNetwork;
  /** In units for 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** While fees are at most `feeRateMax` a payout takes up to `inputsMax` small outputs along, which would cost more later. */
  readonly consolidation?: { readonly feeRateMax: bigint; readonly inputsMax: number };
}

export type SelectionFailure =
  /** These payments are too small for nodes to pass on. */
  | { readonly why: 'dust'; readonly payments: readonly number[] }
  | { readonly why: 'not_enough'; readonly missing: bigint };

/**
 * Which outputs pay for a transaction: the largest first, so that it is small; while fees are low also the smallest, so that they become fewer. Outputs that
 * cost more than they bring are left alone. What is left goes back as change, unless that would be dust or cost more to spend than it is worth: then the
 * network has it.
 *
 * `available` are outputs that are in a block, and that no other transaction of ours spends.
 */
export function selectInputs(
  asked: {
    readonly payments: readonly Pick<Payment, 'to' | 'amount'>[];
    readonly available: readonly BitcoinInput[];
    readonly changePath: KeyPath;
  },
  policy: SelectionPolicy,
): Result<BitcoinTerms, SelectionFailure> {
  const { payments, available, changePath } = asked;
  const outputs = outputsOf(payments, policy.network);
  const dust = payments.flatMap(({ amount }, at) => (amount < (outputs.dust[at] ?? 0n) ? at : []));
  if (dust.length > 0) return fail({ why: 'dust', payments: dust });
  const useful = largestFirst(available.filter(({ amount }) => amount > inputFeeAt(policy.feeRate)));
  const paid = sum(payments);
  const missing = (inputs: readonly BitcoinInput[]) =>
    paid + feeOf(inputs.length, { outputs, rate: policy.feeRate }) - sum(inputs);
  let count = Math.min(1, useful.length);
  while (count < Math.min(useful.length, bitcoinInputsMax) && missing(useful.slice(0, count)) > 0n)
    count += 1;
  const chosen = useful.slice(0, count);
  if (count === 0 || missing(chosen) > 0n) return fail({ why: 'not_enough', missing: missing(chosen) });
  const { consolidation } = policy;
  const room = Math.min(bitcoinInputsMax - count, consolidation?.inputsMax ?? 0);
  if (consolidation && policy.feeRate <= consolidation.feeRateMax && room > 0)
    chosen.push(...useful.slice(count).slice(-room));
  return succeed(termsOf({ inputs: chosen, outputs, paid, changePath }, policy));
}

/**
 * A transaction that makes one output of many: the smallest first, at most `inputsMax`.
 *
 * @returns undefined when there are fewer than `inputsMin` that are worth it.
 */
export function consolidate(
  asked: {
    readonly available: readonly BitcoinInput[];
    readonly to: { readonly address: string; readonly path: KeyPath };
    readonly coin: string;
    readonly inputsMin: number;
    readonly inputsMax: number;
  },
  { network, feeRate }: SelectionPolicy,
): { payment: Payment; terms: BitcoinTerms } | undefined {
  const { available, to, coin, inputsMin, inputsMax } = asked;
  const useful = largestFirst(available.filter(({ amount }) => amount > inputFeeAt(feeRate)));
  const inputs = useful.slice(-Math.min(inputsMax, bitcoinInputsMax));
  const outputs = outputsOf([{ to: to.address }], network);
  const fee = feeOf(inputs.length, { outputs, rate: feeRate });
  const amount = sum(inputs) - fee;
  if (inputs.length < Math.max(inputsMin, 2) || amount < (outputs.dust[0] ?? 0n)) return undefined;
  return {
    payment: { to: to.address, coin, amount, own: to.path },
    terms: { family: 'bitcoin', inputs, fee },
  };
}

/** Less than this no node passes on to any kind of address: a hash of a key costs the most to spend. */
export function paymentAmountMin(coin: BitcoinNetwork['coin']): bigint {
  return dustLimit(new Uint8Array(publicKeyHashLength), dustRates[coin]);
}

/** What nodes want of the outputs of a transaction: how long they are, and how large at least. */
export interface Outputs {
  readonly lengths: readonly number[];
  readonly dust: readonly bigint[];
  /** Of an output to ourselves. */
  readonly changeDust: bigint;
}

export function outputsOf(payments: readonly Pick<Payment, 'to'>[], network: BitcoinNetwork): Outputs {
  const { scriptOf } = bitcoinScripts(network.coin, network.chain);
  const written = payments.map(({ to }) => scriptOf(to));
  const dustRate = dustRates[network.coin];
  const change = Uint8Array.of(0, p2wpkhScriptLength - 2, ...new Uint8Array(p2wpkhScriptLength - 2));
  return {
    lengths: written.map(({ length }) => length),
    dust: written.map((script) => dustLimit(script, dustRate)),
    changeDust: dustLimit(change, dustRate),
  };
}

export function sizeWith(
  inputs: number,
  { outputs, hasChange = false }: { outputs: Outputs; hasChange?: boolean },
): bigint {
  const scriptLengths = hasChange ? [...outputs.lengths, p2wpkhScriptLength] : outputs.lengths;
  return sizeOf(weightOf({ inputs, scriptLengths }));
}

export function largestFirst(inputs: readonly BitcoinInput[]): BitcoinInput[] {
  // Equal ones in the order of their names, so that the same question has the same answer.
  return inputs.toSorted((a, b) => (a.amount === b.amount ? byName(a, b) : a.amount > b.amount ? -1 : 1));
}

export function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}

function termsOf(
  parts: { inputs: readonly BitcoinInput[]; outputs: Outputs; paid: bigint; changePath: KeyPath },
  { feeRate }: SelectionPolicy,
): BitcoinTerms {
  const { inputs, outputs, paid, changePath } = parts;
  const left = sum(inputs) - paid;
  const fee = feeOf(inputs.length, { outputs, rate: feeRate, hasChange: true });
  const amount = left - fee;
  const isWorthIt = amount >= outputs.changeDust && amount > inputFeeAt(feeRate);
  return isWorthIt
    ? { family: 'bitcoin', inputs, change: { path: changePath, amount }, fee }
    : { family: 'bitcoin', inputs, fee: left };
}

function feeOf(
  inputs: number,
  { rate, ...size }: { outputs: Outputs; rate: bigint; hasChange?: boolean },
): bigint {
  return feeAt(rate, sizeWith(inputs, size));
}

function byName(a: BitcoinInput, b: BitcoinInput): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  return a.output - b.output;
}
