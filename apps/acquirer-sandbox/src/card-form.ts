import { createHash } from 'node:crypto';
import type { TokenCard } from '@emporion/contracts/acquirer';
import { isCardNumber } from '@emporion/contracts/rest';
import type { Errors } from '#pages.ts';
import { behaviourOf, brandOf, type TestCard } from '#test-cards.ts';

export interface ReadCard {
  readonly errors: Errors;
  readonly card: TokenCard;
  readonly behaviour: TestCard;
}

export const isSecurityCode = (text: string) => /^[0-9]{3,4}$/.test(text);

/** Reads what was typed of a card. Of its number nothing is kept but the last four digits. */
export function readCard(form: URLSearchParams, now: Date): ReadCard {
  const typed = (name: string) => (form.get(name) ?? '').trim();
  const digits = typed('number').replaceAll(/[ -]/g, '');
  const month = Number(typed('month'));
  const written = Number(typed('year'));
  const year = written < 100 ? written + 2_000 : written;
  const errors: Errors = {
    ...(/^[\p{L}\p{M}'.\- ]{2,70}$/u.test(typed('holder')) ? {} : { holder: 'wrongHolder' }),
    ...(isCardNumber(digits) ? {} : { number: 'wrongNumber' }),
    ...(isAhead({ month, year, now }) ? {} : { month: 'wrongExpiry' }),
    ...(isSecurityCode(typed('code')) ? {} : { code: 'wrongCode' }),
  };
  const card = {
    ...{ brand: brandOf(digits), last_four: digits.slice(-4), token: null },
    ...{ expires_month: month, expires_year: year },
    // Numbers here are nobody's. A real pay system keeps a key for this.
    fingerprint: `fp_${createHash('sha256').update(`sandbox:${digits}`).digest('hex').slice(0, 24)}`,
  };
  return { errors, card, behaviour: behaviourOf(digits) };
}

/** A card is good until the end of its month. */
function isAhead({ month, year, now }: { month: number; year: number; now: Date }): boolean {
  if (!Number.isInteger(month) || month < 1 || month > 12 || !Number.isInteger(year) || year > 2_100)
    return false;
  return Date.UTC(year, month, 1) > now.getTime();
}
