import { mulDivUp } from '@emporion/kernel';

/** A byte that every node must keep has the weight of four in a witness. */
const witnessScale = 4n;
/** Name of the output, length of an empty script, sequence. */
const inputBytes = 32n + 4n + 1n + 4n;
/** Two items: a signature of at most 71 bytes with its kind, and a public key, each with its length. */
const p2wpkhWitnessBytes = 1n + 1n + 72n + 1n + 33n;
const p2wpkhInputWeight = inputBytes * witnessScale + p2wpkhWitnessBytes;
export const p2wpkhScriptLength = 22;

/**
 * The weight of a transaction that spends P2WPKH outputs, each with the longest signature there is. One in two signatures is a byte shorter, which is a
 * quarter of a virtual byte: so the size is right to that, and never too small.
 */
export function weightOf(
  { inputs, scriptLengths }: { inputs: number; scriptLengths: readonly number[] },
  inputWeight = p2wpkhInputWeight,
): bigint {
  const outputs = scriptLengths.reduce((sum, length) => sum + 8n + countBytes(length) + BigInt(length), 0n);
  const plain = 4n + countBytes(inputs) + countBytes(scriptLengths.length) + outputs + 4n;
  // Two bytes in the witness say that there is one.
  return plain * witnessScale + 2n + BigInt(inputs) * inputWeight;
}

/** In virtual bytes, rounded up. */
export function sizeOf(weight: bigint): bigint {
  return (weight + witnessScale - 1n) / witnessScale;
}

/** The fee of so many virtual bytes at a rate for 1,000 of them, rounded up. */
export function feeAt(rate: bigint, size: bigint): bigint {
  return mulDivUp(size, { by: rate, per: 1_000n });
}

/** What it costs to spend one of our outputs. */
export function inputFeeAt(rate: bigint): bigint {
  return feeAt(rate, sizeOf(p2wpkhInputWeight));
}

/**
 * An output below this is not passed on by nodes: spending it would cost more than it is worth, at the rate that they have for it. Core's rule: the output
 * itself, and an input that spends it.
 */
export function dustLimit(script: Uint8Array, dustRate: bigint): bigint {
  const isWitness = (script[0] === 0 || script[0] === 0x51) && script[1] === script.length - 2;
  const spending = isWitness ? inputBytes + 107n / witnessScale : inputBytes + 107n;
  return (dustRate * (8n + countBytes(script.length) + BigInt(script.length) + spending)) / 1_000n;
}

/** How long a count is written. */
function countBytes(count: number): bigint {
  return count < 0xfd ? 1n : count <= 0xffff ? 3n : 5n;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
