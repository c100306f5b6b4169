import { dictionary } from '@zxcvbn-ts/language-common';

/** What people type when they mean to type something random, is worth no more than so many random characters, however long it is. */
const unitsPerPiece = 2;

const pieceMin = 4;
const disguisedWordMin = 6;
const wordMax = 14;
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const orders = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const separators = /[\s\-_.,:;/+=]/;

/**
 * True unless a secret has `bitsMin` bits, as far as can be seen. A character counts by how many different ones there are; words, what follows the
 * alphabet or the keyboard, and what stood there before, hardly count.
 */
export function isGuessable(secret: string, bitsMin: number): boolean {
  if (isProse(secret)) return true;
  const text = secret.toLowerCase();
  let units = 0;
  for (let at = 0; at < text.length; ) {
    const length = Math.max(repeatAt(text, at), runAt(text, at), wordAt(text, at));
    if (length >= pieceMin) units += unitsPerPiece;
    else if (!separators.test(text.charAt(at))) units += 1;
    at += length >= pieceMin ? length : 1;
  }
  return units * Math.log2(new Set(secret).size) < bitsMin;
}

/** Letters of one case and what stands between words: no generator makes that, and no dictionary has all languages. */
function isProse(secret: string): boolean {
  return /^[\p{Ll}\p{P}\s]+$/u.test(secret) || /^[\p{Lu}\p{P}\s]+$/u.test(secret);
}

/** How much of what begins here stood somewhere before; what overlaps counts, so that one character repeats itself. */
function repeatAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) length += 1;
  return length;
}

/** How much of what begins here follows the alphabet, the digits or a row of keys, forwards or backwards. */
function runAt(text: string, at: number): number {
  let length = 1;
  while (at + length < text.length && orders.some((order) => order.includes(text.slice(at, at + length + 1))))
    length += 1;
  return length;
}

/** How long the longest word is that begins here; digits and signs may stand for letters of a longer one. */
function wordAt(text: string, at: number): number {
  const words = knownWords();
  for (let length = Math.min(wordMax, text.length - at); length >= pieceMin; length -= 1) {
    const piece = text.slice(at, at + length);
    if (words.has(piece)) return length;
    if (length >= disguisedWordMin && words.has(undisguised(piece))) return length;
  }
  return 0;
}

const undisguised = (piece: string) => piece.replaceAll(/[013457@$]/g, (sign) => disguises[sign] ?? sign);

let known: ReadonlySet<string> | undefined;

function knownWords(): ReadonlySet<string> {
  known ??= new Set<string>(
    ['emporion', ...dictionary['passwords-common'], ...dictionary['diceware-common']].filter((word) =>
      /[a-z]{3}/.test(word),
    ),
  );
  return known;
}
