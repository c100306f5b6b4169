import type { Language } from '#languages.ts';

/**
 * Texts that are rightly the same as in English: names, and words that the language shares. Whoever adds one has
 * looked at it; anything else that equals English was left untranslated. `*` stands for every language.
 */
export const sameAsEnglish: Readonly<Record<string, readonly Language[] | '*'>> = {
  'auth.fields.password': ['it'],
  'auth.methods.passkey': ['it'],
  'confirmation.methods.passkey': ['it'],
  'settings.sections.notifications.title': ['fr'],
  'settings.security.password': ['it'],
};
