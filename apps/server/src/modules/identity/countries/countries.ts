import type { Language } from '@emporion/i18n';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { countryCodes } from './country-codes.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

type Excluding = Pick<Platform, 'config' | 'database'>;

const known: ReadonlySet<string> = new Set(countryCodes);
const lists = new Map<Language, readonly Country[]>();

export function isKnownCountry(code: string): boolean {
  return known.has(code);
}

/** Whether people from there may open an account: neither the environment of the server nor staff exclude them. */
export function isServed(code: string, platform: Excluding): boolean {
  const { excludedCountries } = platform.config;
  return (
    known.has(code) &&
    !excludedCountries.includes(code) &&
    !settingsOf(platform).excludedCountries.includes(code)
  );
}

/** The countries that are served, in the order in which readers of the language look for them. */
export function countriesIn(language: Language, platform: Excluding): readonly Country[] {
  return allCountriesIn(language).filter(({ code }) => isServed(code, platform));
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
