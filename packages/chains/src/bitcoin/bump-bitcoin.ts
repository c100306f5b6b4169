import type { BitcoinInput, BitcoinTerms, KeyPath, Payment } from '#signing.ts';
import { bitcoinInputsMax } from './bitcoin-limits.ts';
import { feeAt, larger } from './bitcoin-size.ts';
import type { BitcoinNetwork } from './bitcoin-transaction.ts';
import { largestFirst, outputsOf, sizeWith, sum } from './coin-selection.ts';

export interface BumpPolicy {
  readonly network: BitcoinNetwork;
  /** What a transaction should pay now, and what none may pay, in units for 1,000 virtual bytes. */
  readonly feeRate: bigint;
  readonly feeRateMax: bigint;
  /** What a node wants for passing on the replacement itself: `incrementalrelayfee`. */
  readonly relayRate: bigint;
}

/**
 * The terms of a transaction that takes the place of one that is stuck: the same payments, all of its inputs, a higher fee out of its change, or out of
 * further outputs when the change is too small. BIP 125 wants it to pay all that it throws out and its own way besides.
 *
 * `available` are outputs that are in a block: a replacement may not add others.
 *
 * @returns undefined when that would pass the ceiling or there is not enough: then the old one waits on, and somebody must look.
 */
export function bumpBitcoin(
  stuck: {
    readonly payments: readonly Pick<Payment, 'to' | 'amount'>[];
    readonly terms: BitcoinTerms;
    /** What it and all that builds on it pay, when a node says that this is more than its own fee. */
    readonly feesWaiting?: bigint | undefined;
    readonly available: readonly BitcoinInput[];
    readonly changePath: KeyPath;
  },
  policy: BumpPolicy,
): BitcoinTerms | undefined {
  const { payments, terms, feesWaiting = 0n, available, changePath } = stuck;
  const outputs = outputsOf(payments, policy.network);
  const former = larger(feesWaiting, terms.fee);
  const isUsed = new Set(terms.inputs.map(nameOf));
  const further = largestFirst(available.filter((input) => !isUsed.has(nameOf(input))));
  const most = Math.min(further.length, bitcoinInputsMax - terms.inputs.length);
  for (let more = 0; more <= most; more += 1) {
    const inputs = [...terms.inputs, ...further.slice(0, more)];
    const left = sum(inputs) - sum(payments);
    const needed = (hasChange: boolean) => {
      const size = sizeWith(inputs.length, { outputs, hasChange });
      const least = former + feeAt(policy.relayRate, size);
      return { fee: larger(feeAt(policy.feeRate, size), least), max: feeAt(policy.feeRateMax, size) };
    };
    const [withChange, without] = [needed(true), needed(false)];
    const amount = left - withChange.fee;
    if (amount >= outputs.changeDust && withChange.fee <= withChange.max)
      return {
        family: 'bitcoin',
        inputs,
        change: { path: terms.change?.path ?? changePath, amount },
        fee: withChange.fee,
      };
    if (left >= without.fee && left <= without.max) return { family: 'bitcoin', inputs, fee: left };
  }
  return undefined;
}

/**
 * All inputs of a transaction that must not be mined, to ourselves: whichever of the two is mined, the other never is. It pays what a
 * replacement must, which may be above the ceiling, because it is smaller and the other one's fee counts whole.
 *
 * @returns undefined when that would leave less than nodes pass on.
 */
export function cancelBitcoin(
  unwanted: {
    readonly terms: BitcoinTerms;
    readonly feesWaiting?: bigint | undefined;
    readonly to: { readonly address: string; readonly path: KeyPath };
    readonly coin: string;
  },
  policy: Omit<BumpPolicy, 'feeRateMax'>,
): { payment: Payment; terms: BitcoinTerms } | undefined {
  const { terms, feesWaiting = 0n, to, coin } = unwanted;
  const { inputs } = terms;
  const outputs = outputsOf([{ to: to.address }], policy.network);
  const size = sizeWith(inputs.length, { outputs });
  const least = larger(feesWaiting, terms.fee) + feeAt(policy.relayRate, size);
  const fee = larger(feeAt(policy.feeRate, size), least);
  const amount = sum(inputs) - fee;
  if (amount < (outputs.dust[0] ?? 0n)) return undefined;
  return {
    payment: { to: to.address, coin, amount, own: to.path },
    terms: { family: 'bitcoin', inputs, fee },
  };
}

function nameOf({ transactionId, output }: BitcoinInput): string {
  return `${transactionId}:${output}`;
}
