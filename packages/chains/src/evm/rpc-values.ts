import { ChainUnavailable } from '#port.ts';

export type RpcRecord = Record<string, unknown>;

/** A node that answers in another shape than the standard has cannot be believed in anything: each of these throws `ChainUnavailable`. */
export function readRpcRecord(value: unknown, at: string): RpcRecord {
  if (!isRecord(value)) throw wrong(at);
  return value;
}

export function readRpcList(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(at);
  return value;
}

/** A whole number of at most 256 bits. */
export function readQuantity(value: unknown, at: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw wrong(at);
  return BigInt(value);
}

/** A whole number that a double holds exactly. */
export function readCount(value: unknown, at: string): number {
  const count = Number(readQuantity(value, at));
  if (!Number.isSafeInteger(count)) throw wrong(at);
  return count;
}

/** Bytes in lower case. */
export function readHex(value: unknown, { at, bytes }: { at: string; bytes?: number }): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw wrong(at);
  if (bytes !== undefined && value.length !== 2 + 2 * bytes) throw wrong(at);
  return value.toLowerCase();
}

export function readHash(value: unknown, at: string): string {
  return readHex(value, { at, bytes: 32 });
}

export function isRecord(value: unknown): value is RpcRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function wrong(at: string): ChainUnavailable {
  return new ChainUnavailable(`The node answered with nonsense: ${at}.`);
}
