/** Letters of other scripts that nobody tells from a Latin one. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Х: 'X' },
  ...{ І: 'I', Ј: 'J', Ѕ: 'S', Ԛ: 'Q', Ԝ: 'W', Ү: 'Y', Һ: 'H' },
  ...{ Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T' },
  ...{ Υ: 'Y', Χ: 'X' },
};

/** Digits of every script stand in tens, so the nought of one is where they begin. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let nought = code;
  while (nought > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1;
  return String((code - nought) % 10);
}

const written = (number: string): string => number.normalize('NFKC').toUpperCase();

/** A number as it is compared: without what separates or cannot be seen, and whatever looks like a Latin letter or is a digit as that. */
export function plainNumber(number: string): string {
  return written(number)
    .replace(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}]/gu, '')
    .replace(/[^A-Z0-9]/gu, (sign) => lookAlikes[sign] ?? (/\p{Nd}/u.test(sign) ? digitOf(sign) : sign));
}

/** Whether it has anything but letters, digits and what people put between them: documents are numbered with nothing else. */
export function isOddNumber(number: string): boolean {
  return !/^[A-Z0-9]+$/.test(written(number).replace(/[\s./-]/g, ''));
}
