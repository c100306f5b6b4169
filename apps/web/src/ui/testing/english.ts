import common from '@emporion/i18n/catalogues/en/common.json' with { type: 'json' };
import errors from '@emporion/i18n/catalogues/en/errors.json' with { type: 'json' };
import kit from '@emporion/i18n/catalogues/en/kit.json' with { type: 'json' };
import { texts } from '@emporion/i18n/texts';

/** Component tests read the words a person reads. Everything is at hand, so this finishes before it returns. */
export function speakEnglish(): void {
  texts.provide('en', { common, errors, kit });
}
