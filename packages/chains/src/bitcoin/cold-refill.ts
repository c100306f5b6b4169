import { fail, type Result, succeed } from '@emporion/kernel';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { bitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import { ShapeError } from '#wire/strict-json.ts';
import type { Outpoint } from './bitcoin-block.ts';
import { dustLimit, feeAt, larger, sizeOf, weightOf } from './bitcoin-size.ts';
import {
  type BitcoinNetwork,
  replaceableSequence,
  type SignedBitcoin,
  transactionOptions,
} from './bitcoin-transaction.ts';
import { dustRates, sum } from './coin-selection.ts';

export interface ColdOutput extends Outpoint {
  readonly amount: bigint;
  /** The whole transaction that it is an output of: it proves the amount. Without it `signRefill` and careful devices refuse. */
  readonly previousRaw?: string;
}

export interface Refill {
  /** A partially signed transaction of version 0 (BIP 174) in base64, with no signature yet. */
  readonly psbt: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * The weight of an input that spends an output of each kind, at the most that a common wallet needs for it: the keys are elsewhere, and may be two of three.
 */
const inputWeights = { publicKeyHash: 592n, scriptHash: 1_188n, keyWitness: 272n, scriptWitness: 420n };

/** The unsigned transaction that brings money from the cold address to the hot one; what is left goes back to the cold address. */
export function writeRefill(
  asked: {
    readonly from: string;
    readonly available: readonly ColdOutput[];
    readonly to: string;
    readonly amount: bigint;
  },
  { network, feeRate }: { network: BitcoinNetwork; feeRate: bigint },
): Result<Refill, { readonly why: 'not_enough'; readonly missing: bigint }> {
  const { scriptOf } = bitcoinScripts(network.coin, network.chain);
  const cold = scriptOf(asked.from);
  const hot = scriptOf(asked.to);
  const inputs: ColdOutput[] = [];
  const needed = (scripts: readonly Uint8Array[]) => {
    const scriptLengths = scripts.map(({ length }) => length);
    const weight = weightOf({ inputs: inputs.length, scriptLengths }, inputWeightOf(cold));
    return asked.amount + feeAt(feeRate, sizeOf(weight));
  };
  for (const output of asked.available.toSorted((a, b) => (a.amount > b.amount ? -1 : 1))) {
    if (inputs.length > 0 && sum(inputs) >= needed([hot])) break;
    inputs.push(output);
  }
  const left = sum(inputs) - needed([hot]);
  if (inputs.length === 0 || left < 0n) return fail({ why: 'not_enough', missing: -left });
  const change = sum(inputs) - needed([hot, cold]);
  const hasChange = change >= dustLimit(cold, dustRates[network.coin]);
  const transaction = new Transaction({ ...transactionOptions, allowUnknownInputs: true });
  for (const input of inputs) transaction.addInput(psbtInput(input, cold));
  transaction.addOutput({ script: hot, amount: asked.amount });
  if (hasChange) transaction.addOutput({ script: cold, amount: change });
  const fee = sum(inputs) - asked.amount - (hasChange ? change : 0n);
  return succeed({ psbt: base64.encode(transaction.toPSBT(0)), amount: asked.amount, fee });
}

/**
 * The same payment of the same inputs at a higher fee, out of what goes back to the cold address: of the two the chain takes one. It pays what nodes want of
 * a replacement.
 *
 * @returns undefined when too little goes back.
 */
export function bumpRefill(
  { psbt, from }: { psbt: string; from: string },
  { network, feeRate, relayRate }: { network: BitcoinNetwork; feeRate: bigint; relayRate: bigint },
): string | undefined {
  const former = readUnsigned(psbt);
  const cold = bitcoinScripts(network.coin, network.chain).scriptOf(from);
  const transaction = new Transaction({ ...transactionOptions, allowUnknownInputs: true });
  for (let at = 0; at < former.inputsLength; at += 1) transaction.addInput(former.getInput(at));
  const outputs = Array.from({ length: former.outputsLength }, (_, at) => former.getOutput(at)).map(
    ({ script = new Uint8Array(), amount = 0n }) => ({ script, amount }),
  );
  const isChange = ({ script }: { script: Uint8Array }) => bytesToHex(script) === bytesToHex(cold);
  const paid = outputs.filter((output) => !isChange(output));
  const change = sum(outputs.filter(isChange));
  const feeWith = (scripts: readonly Uint8Array[]) => {
    const scriptLengths = scripts.map(({ length }) => length);
    const size = sizeOf(weightOf({ inputs: former.inputsLength, scriptLengths }, inputWeightOf(cold)));
    return larger(feeAt(feeRate, size), former.fee + feeAt(relayRate, size));
  };
  const scripts = paid.map(({ script }) => script);
  const left = change + former.fee - feeWith([...scripts, cold]);
  if (change + former.fee < feeWith(scripts)) return undefined;
  for (const output of paid) transaction.addOutput(output);
  if (left >= dustLimit(cold, dustRates[network.coin])) transaction.addOutput({ script: cold, amount: left });
  return base64.encode(transaction.toPSBT(0));
}

/**
 * What an unsigned refill pays to the hot address and what it costs, by its own words.
 *
 * @throws ShapeError when it pays anybody else.
 */
export function describeRefill(
  psbt: string,
  { from, to, network }: { from: string; to: string; network: BitcoinNetwork },
): Pick<Refill, 'amount' | 'fee'> {
  const transaction = readUnsigned(psbt);
  const { scriptOf } = bitcoinScripts(network.coin, network.chain);
  const [cold, hot] = [bytesToHex(scriptOf(from)), bytesToHex(scriptOf(to))];
  let paid = 0n;
  for (let at = 0; at < transaction.outputsLength; at += 1) {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(at);
    const there = bytesToHex(script);
    if (there === hot) paid += amount;
    else if (there !== cold) throw new ShapeError('The refill pays to somebody else.');
  }
  return { amount: paid, fee: transaction.fee };
}

/**
 * The same transaction with the signature of the cold key, in base64.
 *
 * The signature of a witness input stands for the amount of that input alone. Of two alike transactions that each say too little of another input, the true
 * halves together would be one whose fee nobody has seen. So every amount must be proved by the whole transaction that it comes from.
 *
 * @throws ShapeError when one is not.
 */
export function signRefill(psbt: string, secretKey: Uint8Array): string {
  const transaction = readUnsigned(psbt);
  for (let at = 0; at < transaction.inputsLength; at += 1)
    if (!transaction.getInput(at).nonWitnessUtxo)
      throw new ShapeError(
        `Nothing proves the amount of input ${at + 1}: its previous transaction is missing.`,
      );
  transaction.sign(secretKey, [SigHash.ALL]);
  return base64.encode(transaction.toPSBT(0));
}

export type RefillFailure = 'malformed' | 'other_transaction' | 'not_signed';

/** The transaction of a refill that came back signed, as PSBT or whole: only the one that was written, and nothing beside it. */
export function readRefill(
  signed: string,
  { psbt }: Pick<Refill, 'psbt'>,
): Result<SignedBitcoin, RefillFailure> {
  const written = Transaction.fromPSBT(base64.decode(psbt), lenient);
  let transaction: Transaction;
  try {
    transaction = readAny(signed.trim());
  } catch {
    return fail('malformed');
  }
  if (unsignedOf(transaction) !== unsignedOf(written)) return fail('other_transaction');
  try {
    // One that came whole has been finished elsewhere.
    if (!isHex(signed)) transaction.finalize();
  } catch {
    return fail('not_signed');
  }
  return isSigned(transaction) ? succeed({ id: transaction.id, raw: transaction.hex }) : fail('not_signed');
}

const lenient = { allowUnknownInputs: true, allowUnknownOutputs: true } as const;

/** Each previous transaction that is there has the id of its input, and the amount that is said beside it. */
function readUnsigned(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), lenient);
  } catch (error) {
    throw new ShapeError(`The transaction of the refill cannot be read: ${(error as Error).message}`);
  }
}

function readAny(text: string): Transaction {
  return isHex(text)
    ? Transaction.fromRaw(hexToBytes(text), { ...lenient, disableScriptCheck: true })
    : Transaction.fromPSBT(base64.decode(text), lenient);
}

function isHex(text: string): boolean {
  return /^\s*[0-9a-fA-F]+\s*$/.test(text);
}

function isSigned(transaction: Transaction): boolean {
  return Array.from({ length: transaction.inputsLength }, (_, at) => transaction.getInput(at)).every(
    ({ finalScriptSig, finalScriptWitness }) => finalScriptSig?.length || finalScriptWitness?.length,
  );
}

/** Everything that is signed: version, what is spent and how, what is paid, the lock. */
function unsignedOf(transaction: Transaction): string {
  return bytesToHex(transaction.toBytes(false, false));
}

function psbtInput({ transactionId, output, amount, previousRaw }: ColdOutput, script: Uint8Array) {
  return {
    txid: transactionId,
    index: output,
    sequence: replaceableSequence,
    ...(isWitness(script) && { witnessUtxo: { script, amount } }),
    ...(previousRaw !== undefined && { nonWitnessUtxo: hexToBytes(previousRaw) }),
  };
}

function inputWeightOf(script: Uint8Array): bigint {
  if (script[0] === 0 && script.length === 34) return inputWeights.scriptWitness;
  if (isWitness(script)) return inputWeights.keyWitness;
  return script.length === 25 ? inputWeights.publicKeyHash : inputWeights.scriptHash;
}

function isWitness(script: Uint8Array): boolean {
  return script[1] === script.length - 2;
}
