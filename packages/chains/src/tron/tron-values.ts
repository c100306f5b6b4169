import { ChainUnavailable } from '#port.ts';

export type TronRecord = Readonly<Record<string, unknown>>;

/** A node that answers in another shape than the protocol has cannot be believed in anything: each of these throws `ChainUnavailable`. */
export function readRecord(value: unknown, at: string): TronRecord {
  if (!isRecord(value)) throw nonsense(at);
  return value;
}

/** Nodes leave out a list that is empty. */
export function readListOrNone(value: unknown, at: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw nonsense(at);
  return value;
}

/** A whole number from 0 that a double holds exactly. Nodes leave out a zero. */
export function readWhole(value: unknown, at: string): number {
  if (value === undefined) return 0;
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw nonsense(at);
  return value as number;
}

/** Bytes in lower case. */
export function readBytes(value: unknown, { at, bytes }: { at: string; bytes?: number }): string {
  if (typeof value !== 'string' || !/^([0-9a-fA-F]{2})*$/.test(value)) throw nonsense(at);
  if (bytes !== undefined && value.length !== 2 * bytes) throw nonsense(at);
  return value.toLowerCase();
}

/** How a node says that it has no such thing. */
export function isNothing(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

export function isRecord(value: unknown): value is TronRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nonsense(at: string): ChainUnavailable {
  return new ChainUnavailable(`The node answered with nonsense: ${at}.`);
}
