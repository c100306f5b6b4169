import type { Language } from '@emporion/i18n';
import { countryCodes } from './country-codes.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

const known: ReadonlySet<string> = new Set(countryCodes);
const lists = new Map<Language, readonly Country[]>();

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** The countries in the order in which readers of the language look for them. */
export function countriesIn(language: Language): readonly Country[] {
  const made = lists.get(language);
  if (made !== undefined) return made;
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(language);
  const list = countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name));
  lists.set(language, list);
  return list;
}
