import { languages as allLanguages, type Language } from '@emporion/i18n';
import { browserStorage, type KeyValueStore } from '#api/browser-storage.ts';
import { chosen } from './brand.ts';

/** The stored key is fixed by the specification. */
export const languageKey = 'planguage';

/** Holds the language that somebody chose on this device, until an account has heard of it. */
export const untoldLanguageKey = 'planguage_untold';

/** Those that the operator offers, written with spaces between them. */
export const languages = allLanguages.filter((language) => (chosen.languages ?? language).includes(language));

/** The stored language first, then that of the page, which the server chose by what the browser prefers; one that is not offered is passed over. */
export function chooseLanguage(stored: string | null, ofPage: string, offered = languages): Language {
  return [stored, ofPage, offered[0]].find((language) => offered.includes(language as Language)) as Language;
}

export function startingLanguage(storage: KeyValueStore = browserStorage): Language {
  return chooseLanguage(storage.getItem(languageKey), document.documentElement.lang);
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
