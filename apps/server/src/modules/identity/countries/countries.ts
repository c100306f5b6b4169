import type { Language } from '@emporion/i18n';
import type { Config } from '#platform/config/schema.ts';
import { countryCodes } from './country-codes.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

type Excluding = Pick<Config, 'excludedCountries'>;

const known: ReadonlySet<string> = new Set(countryCodes);
const lists = new Map<Language, readonly Country[]>();

/** Whether people from there may open an account. */
export function isServed(code: string, { excludedCountries }: Excluding): boolean {
  return known.has(code) && !excludedCountries.includes(code);
}

/** The countries that are served, in the order in which readers of the language look for them. */
export function countriesIn(language: Language, config: Excluding): readonly Country[] {
  return allCountriesIn(language).filter(({ code }) => isServed(code, config));
}

function allCountriesIn(language: Language): readonly Country[] {
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
