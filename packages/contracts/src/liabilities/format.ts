import type { Hashing } from './hashing.ts';

/**
 * The published file: a first line, then each node of a binary tree, the root first and then row by row from left to right, so that line k has the children in
 * lines 2k and 2k + 1. A node is the hash and the sum of what is below it. Numbers are hashed as eight bytes, the lowest first.
 */
export interface TreeNode {
  readonly hash: Uint8Array;
  readonly value: bigint;
}

/** The first number that a value, a height or an account cannot be. */
export const numberEnd = 1n << 64n;

const textEncoder = new TextEncoder();

/** Hexadecimal, in small letters. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

const hash = /^[0-9a-f]{64}$/;

/** 32 bytes, or undefined for what is not 64 hexadecimal digits in small letters. */
export function parseHash(text: string): Uint8Array | undefined {
  if (!hash.test(text)) return undefined;
  const bytes = new Uint8Array(32);
  for (let at = 0; at < 32; at += 1) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

const digits = /^(?:0|[1-9][0-9]{0,19})$/;

/** A number from 0 up to 2^64 - 1 as it is written once and no other way; undefined for anything else. */
export function parseNumber(text: string): bigint | undefined {
  if (!digits.test(text)) return undefined;
  const number = BigInt(text);
  return number < numberEnd ? number : undefined;
}

function joined(...parts: readonly (Uint8Array | bigint)[]): Uint8Array {
  const bytes = new Uint8Array(
    parts.reduce((sum, part) => sum + (typeof part === 'bigint' ? 8 : part.length), 0),
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'bigint') view.setBigUint64(at, part, true);
    else bytes.set(part, at);
    at += typeof part === 'bigint' ? 8 : part.length;
  }
  return bytes;
}

/**
 * The number of an account: the first eight bytes of the SHA-256 of its id. Whoever knows their id finds the number by themselves, so that nobody can be shown
 * the leaves of somebody else.
 */
export async function accountNumberOf(accountId: string, hashing: Hashing): Promise<bigint> {
  const digest = await hashing.sha256(textEncoder.encode(accountId));
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true);
}

/** The key of an account's leaves in one publication. */
export function leafKey(
  { accountNonce, height, account }: { accountNonce: Uint8Array; height: bigint; account: bigint },
  hashing: Hashing,
): Uint8Array | Promise<Uint8Array> {
  return hashing.sha256(joined(accountNonce, height, account));
}

export function leafHash(
  key: Uint8Array,
  { value, index }: { value: bigint; index: number },
  hashing: Hashing,
): Uint8Array | Promise<Uint8Array> {
  return hashing.hmac(key, joined(value, BigInt(index)));
}

export function nodeHash(
  left: TreeNode,
  right: TreeNode,
  hashing: Hashing,
): Uint8Array | Promise<Uint8Array> {
  return hashing.sha256(joined(left.hash, left.value, right.hash, right.value));
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
