import { defaultLanguage, type Language } from '@emporion/i18n';

let active: Language = defaultLanguage;

/** The language that requests ask the server to answer in: the one the interface is shown in. */
export function activeLanguage(): Language {
  return active;
}

export function setActiveLanguage(language: Language): void {
  active = language;
}
