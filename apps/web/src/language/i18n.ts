import { type Area, i18nextOptions, isLanguage, type Language, loadCatalogue } from '@emporion/i18n';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setActiveLanguage } from '#api/active-language.ts';
import { call } from '#api/api.ts';
import { browserStorage } from '#api/browser-storage.ts';
import { saveLanguage } from '#api/save-language.ts';
import { session } from '#api/session.ts';
import { firstAreas } from './first-areas.ts';
import { languageKey, startingLanguage } from './language-choice.ts';

const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, area) => loadCatalogue(language as Language, area as Area),
};

function show(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
  if (isLanguage(language)) setActiveLanguage(language);
}

let markStarted: () => void = () => {};
const started = new Promise<void>((resolve) => {
  markStarted = resolve;
});

/** Resolves when the first texts are here, so that nothing is drawn with a bare key in it. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', show);
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      ...i18nextOptions,
      ns: [...firstAreas],
      lng: startingLanguage(),
      react: { useSuspense: false },
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

/** Keeps the choice here at once and tells the server of a logged-in user's choice. */
export async function changeLanguage(language: Language): Promise<void> {
  browserStorage.setItem(languageKey, language);
  await i18next.changeLanguage(language);
  await saveLanguage(call, session, language);
}

/**
 * Takes the language of an account over on a device where nobody has chosen one: there the browser's languages were only a
 * guess. One that was chosen on this device stays, and the settings tell that the mails come in another.
 */
export async function followLanguage(language: Language): Promise<void> {
  if (browserStorage.getItem(languageKey) !== null) return;
  browserStorage.setItem(languageKey, language);
  await i18next.changeLanguage(language);
}
