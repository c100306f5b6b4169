import { languages as allLanguages, isLanguage, type Language, negotiateLanguage } from '@emporion/i18n';
import { browserStorage, type KeyValueStore } from '#api/browser-storage.ts';
import { offeredLanguages } from '#language/brand.ts';

/** The stored key is fixed by the specification. */
export const languageKey = 'planguage';

/** Holds the language that somebody chose on this device, until an account has heard of it. */
export const untoldLanguageKey = 'planguage_untold';

/** Those that the operator offers. */
export const languages: readonly Language[] = allLanguages.filter(
  (language) => offeredLanguages?.includes(language) ?? true,
);

/** The stored language first, then the browser's preferred ones, then English; what is not offered is passed over. */
export function chooseLanguage(
  stored: string | null,
  preferred: readonly string[],
  offered: readonly Language[] = languages,
): Language {
  const chosen = isLanguage(stored) ? stored : negotiateLanguage(preferred);
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
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
