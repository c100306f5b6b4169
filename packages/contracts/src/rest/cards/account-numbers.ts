/** Digits of a card, in groups or not; null for what can be none. */
function cardDigits(text: string): string | null {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^[0-9]{12,19}$/.test(digits) ? digits : null;
}

/** By its length and its check digit (Luhn): from the right, every second digit counts double, and the sum ends in zero. */
export function isCardNumber(text: string): boolean {
  const digits = cardDigits(text);
  if (digits === null || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A Payeer account is a P and its number. */
export function isPayeerAccount(text: string): boolean {
  return /^P[1-9][0-9]{6,11}$/.test(text);
}

/** In the one spelling that is kept: capitals, without spaces. */
export function plainIban(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}

/** By its form and its check digits (ISO 7064, modulo 97): country and check digits last, letters as 10 to 35, the remainder is 1. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let remainder = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** An IBAN as people read it, in groups of four; anything else alone. What is kept has no spaces. */
export function ibanGroups(text: string): readonly string[] {
  const isPlain = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text) && isIban(text);
  return isPlain ? (text.match(/.{1,4}/g) ?? [text]) : [text];
}
