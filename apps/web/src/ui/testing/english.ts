import common from '@emporion/i18n/catalogues/en/common.json' with { type: 'json' };
import errors from '@emporion/i18n/catalogues/en/errors.json' with { type: 'json' };
import kit from '@emporion/i18n/catalogues/en/kit.json' with { type: 'json' };
import i18next from 'i18next';

/** Component tests read the words a person reads. Everything is at hand, so this finishes before it returns. */
export function speakEnglish(): void {
  void i18next.init({
    lng: 'en',
    ns: ['common', 'errors', 'kit'],
    nsSeparator: '.',
    keySeparator: '.',
    initAsync: false,
    interpolation: { escapeValue: false },
    appendNamespaceToMissingKey: true,
    resources: { en: { common, errors, kit } },
  });
}
