import { utf8ToBytes } from '@noble/hashes/utils.js';

export const memoKinds = ['tag', 'memo'] as const;

/** What a network wants beside an address: a number (XRP's destination tag), or a short text. */
export type MemoKind = (typeof memoKinds)[number];

const tagShape = /^(0|[1-9][0-9]{0,9})$/;
const tagMax = 2 ** 32 - 1;
/** Printable, and neither begun nor ended by a space, which nobody would see. */
const textShape = /^[^\s\p{C}]([^\p{C}\p{Zl}\p{Zp}]*[^\s\p{C}])?$/u;
const textBytesMax = 128;

/** A tag has one spelling: decimal, no sign, no leading zero. */
export function isValidMemo(kind: MemoKind, text: string): boolean {
  if (kind === 'tag') return tagShape.test(text) && Number(text) <= tagMax;
  return text.length <= textBytesMax && textShape.test(text) && utf8ToBytes(text).length <= textBytesMax;
}
