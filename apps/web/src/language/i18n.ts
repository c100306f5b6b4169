import { type Area, i18nextOptions, isLanguage, type Language, loadCatalogue } from '@emporion/i18n';
import i18next, { type BackendModule } from 'i18next';
import { setActiveLanguage } from '#api/active-language.ts';
import { call } from '#api/api.ts';
import { browserStorage } from '#api/browser-storage.ts';
import { saveLanguage } from '#api/save-language.ts';
import { session } from '#api/session.ts';
import { chosen } from '#language/brand.ts';
import { firstAreas } from './first-areas.ts';
import { languageKey, startingLanguage, untoldLanguageKey } from './language-choice.ts';

const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, area) => loadCatalogue(language as Language, area as Area),
};

function show(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
  if (!isLanguage(language)) return;
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
  i18next.on('languageChanged', show);
  await i18next.use(catalogues).init({
    ...i18nextOptions,
    interpolation: { escapeValue: false, defaultVariables: chosen },
    ns: [...firstAreas],
    lng: startingLanguage(),
  });
  markStarted();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && isLanguage(newValue)) void i18next.changeLanguage(newValue);
  });
}

/** Fetches the texts of an area. A page may ask before the first texts are here; the fetch begins at once. */
export async function loadTexts(area: Area): Promise<void> {
  const fetched = loadCatalogue(startingLanguage(), area).catch(() => {});
  await started;
  await fetched;
  await i18next.loadNamespaces(area);
}

/** Keeps the choice here at once and tells the account of it: now, or at the next login. */
export async function changeLanguage(language: Language): Promise<void> {
  browserStorage.setItem(languageKey, language);
  browserStorage.setItem(untoldLanguageKey, language);
  await i18next.changeLanguage(language);
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
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
