import { type Area, isLanguage, type Language, loadCatalogue } from '@emporion/i18n';
import { texts } from '@emporion/i18n/texts';
import { setActiveLanguage } from '#api/active-language.ts';
import { call } from '#api/api.ts';
import { browserStorage } from '#api/browser-storage.ts';
import { saveLanguage } from '#api/save-language.ts';
import { session } from '#api/session.ts';
import { chosen } from '#language/brand.ts';
import { firstAreas } from './first-areas.ts';
import { languageKey, startingLanguage, untoldLanguageKey } from './language-choice.ts';

function show(language: Language): void {
  document.documentElement.lang = language;
  setActiveLanguage(language);
  // For the server, which writes the first words into the page before any of this is there.
  writeLanguageCookie(document, language);
}

const yearSeconds = 365 * 24 * 60 * 60;

function writeLanguageCookie(page: Document, language: Language): void {
  page.cookie = `language=${language}; max-age=${yearSeconds}; path=/; SameSite=Lax`;
}

let markStarted: () => void = () => {};
const started = new Promise<void>((resolve) => {
  markStarted = resolve;
});

/** Resolves when the first texts are here, so that nothing is drawn with a bare key in it. */
export async function startI18n(): Promise<void> {
  texts.onChange(show);
  texts.variables = chosen;
  texts.language = startingLanguage();
  await Promise.all(firstAreas.map((area) => texts.load(area)));
  await texts.changeLanguage(texts.language);
  markStarted();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && isLanguage(newValue)) void texts.changeLanguage(newValue);
  });
}

/** Fetches the texts of an area. A page may ask before the first texts are here; the fetch begins at once. */
export async function loadTexts(area: Area): Promise<void> {
  const fetched = loadCatalogue(startingLanguage(), area).catch(() => {});
  await started;
  await fetched;
  await texts.load(area);
}

/** Keeps the choice here at once and tells the account of it: now, or at the next login. */
export async function changeLanguage(language: Language): Promise<void> {
  browserStorage.setItem(languageKey, language);
  browserStorage.setItem(untoldLanguageKey, language);
  await texts.changeLanguage(language);
  await tellChosenLanguage();
}

/** Tells a logged-in user's account of a language that was chosen on this device, if it has not heard of it. True when it has now. */
export async function tellChosenLanguage(): Promise<boolean> {
  const chosen = browserStorage.getItem(untoldLanguageKey);
  if (!isLanguage(chosen) || !(await saveLanguage(call, session, chosen))) return false;
  // Another one may have been chosen meanwhile.
  if (browserStorage.getItem(untoldLanguageKey) === chosen) browserStorage.removeItem(untoldLanguageKey);
  return true;
}

/**
 * Shows the language of an account that is being logged in to, before anything of the account is drawn. What was chosen on this device and no account has
 * heard of stays: the account is told of it instead.
 */
export async function followAccountLanguage(language: Language): Promise<void> {
  if (isLanguage(browserStorage.getItem(untoldLanguageKey))) return;
  browserStorage.setItem(languageKey, language);
  if (texts.language !== language) await texts.changeLanguage(language);
}
