import { hexToBytes } from '@noble/hashes/utils.js';
import { ChainUnavailable } from '#port.ts';

export type RpcRecord = Record<string, unknown>;

/** A node that answers in another shape than Core's cannot be believed in anything: each of these throws `ChainUnavailable`. */
export function readRecord(value: unknown, at: string): RpcRecord {
  if (!isRecord(value)) throw wrong(at);
  return value;
}

export function readList(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(at);
  return value;
}

export function readCount(value: unknown, at: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw wrong(at);
  return value;
}

/** The id of a transaction or block. */
export function readHash(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw wrong(at);
  return value;
}

export function readBytes(value: unknown, at: string): Uint8Array {
  if (typeof value !== 'string' || !/^([0-9a-f]{2})*$/.test(value)) throw wrong(at);
  return hexToBytes(value);
}

/** From here on two amounts would be the same double. No output was ever as large. */
const exactBelow = 2 ** 26;

/**
 * An amount in the smallest units. Core writes coins with eight decimals as a JSON number: below 2²⁶ coins each such number has a double of its own, which
 * is nearer to it than to any other, so that rounding the double to eight decimals gives the digits back.
 */
export function readAmount(value: unknown, at: string): bigint {
  if (typeof value !== 'number' || !(value >= 0 && value < exactBelow)) throw wrong(at);
  return BigInt(value.toFixed(8).replace('.', ''));
}

/** The other way round, exactly: for Core, which also takes amounts as texts. */
export function writeAmount(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

export function isRecord(value: unknown): value is RpcRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(at: string): ChainUnavailable {
  return new ChainUnavailable(`The node answered with nonsense: ${at}.`);
}
