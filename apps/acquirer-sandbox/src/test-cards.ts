/** What becomes of a card of the sandbox. Every other number that is well-formed pays like the first. */
export const testCards = {
  pays: '4111 1111 1111 1111',
  declined: '4000 0000 0000 1000',
  asks: '4000 0000 0000 2008',
  fails: '4000 0000 0000 3006',
  charged_back: '4000 0000 0000 4004',
} as const;
export type TestCard = keyof typeof testCards;

/** The code that the bank of a test card takes. */
export const bankCode = '123456';

/** An account to which nothing can be paid, and from which nothing comes. */
export const refusedPayeer = 'P9999999';

/** Accounts that pay, as every other well-formed one does. */
export const testPayeer = 'P1000000';
export const testIban = 'DE89 3704 0044 0532 0130 00';

export function behaviourOf(digits: string): TestCard {
  const names = Object.keys(testCards) as TestCard[];
  return names.find((name) => testCards[name].replaceAll(' ', '') === digits) ?? 'pays';
}

export function brandOf(digits: string): string {
  if (digits.startsWith('4')) return 'visa';
  if (/^(?:5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (digits.startsWith('220')) return 'mir';
  return /^3[47]/.test(digits) ? 'amex' : 'card';
}
