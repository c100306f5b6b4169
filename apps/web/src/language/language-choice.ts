import { languages as allLanguages, type Language, negotiateLanguage } from '@emporion/i18n';
import { browserStorage, type KeyValueStore } from '#api/browser-storage.ts';
import { chosen } from './brand.ts';

/** The stored key is fixed by the specification. */
export const languageKey = 'planguage';

/** Holds the language that somebody chose on this device, until an account has heard of it. */
export const untoldLanguageKey = 'planguage_untold';

/** Those that the operator offers, written with spaces between them. */
export const languages = allLanguages.filter((language) => (chosen.languages ?? language).includes(language));

/** The stored language first, then the browser's preferred ones, then English; in place of one that is not offered stands the first that is. */
export function chooseLanguage(
  stored: string | null,
  preferred: readonly string[],
  offered = languages,
): Language {
  const wanted = [stored, negotiateLanguage(preferred), offered[0]];
  return wanted.find((language) => offered.includes(language as Language)) as Language;
}

export function startingLanguage(storage: KeyValueStore = browserStorage): Language {
  return chooseLanguage(storage.getItem(languageKey), navigator.languages);
}

/** Each language named by its own speakers. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
  pt: 'Português',
  fr: 'Français',
  it: 'Italiano',
};
