import type { InitOptions } from 'i18next';
import { areas } from '#areas.ts';
import { defaultLanguage, languages } from '#languages.ts';

/**
 * What the server and the web app have in common. One separator serves area and path, so a key reads as one name.
 * Nothing is escaped here: React escapes what it renders and the mail templates escape what they hold.
 */
export const i18nextOptions = {
  supportedLngs: [...languages],
  fallbackLng: defaultLanguage,
  ns: [...areas],
  defaultNS: 'common',
  nsSeparator: '.',
  keySeparator: '.',
  interpolation: { escapeValue: false },
  returnNull: false,
  // A missing text shows its whole key, so that whoever sees it can find it.
  appendNamespaceToMissingKey: true,
} as const satisfies InitOptions;
