import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { confirmation } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { languages } from '#rest/languages.ts';
import { queryInteger } from '#rest/numbers.ts';
import { severalLines } from '#rest/text.ts';

export const desk = { tag: 'back office' } as const;

/** What every change by staff carries. */
export const explained = {
  reason: named(
    'Reason',
    described(
      z.string().check(z.trim(), required, z.minLength(3), z.maxLength(500), severalLines),
      'Kept in the audit log.',
    ),
  ),
  confirmation,
};

/** A page by the last row seen; there is no offset, for a deep page must cost what the first one does. */
export function keysetQuery() {
  return z.strictObject({
    limit: z.prefault(queryInteger({ min: 1, max: 200 }), 50),
    cursor: described(
      z.optional(
        z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9:._-]+$/, { error: 'value_invalid' })),
      ),
      '`next` of the page before.',
    ),
  });
}

export const next = described(z.nullable(z.string()), 'The cursor of the next page. Null: this is the last.');

/** Words for people, English and whichever other languages: no control characters but the end of a line, and none of the signs of markup. */
export function wordsByLanguage(lengthMax: number) {
  return byLanguage(lengthMax, /^(?:[^\p{C}<>]|\n)+$/u);
}

/** The same on one line: a title is the subject of mails too. */
export function titleByLanguage(lengthMax: number) {
  return byLanguage(lengthMax, /^[^\p{C}\p{Zl}\p{Zp}<>]+$/u);
}

function byLanguage(lengthMax: number, form: RegExp) {
  const text = z
    .string()
    .check(z.trim(), required, z.maxLength(lengthMax), z.regex(form, { error: 'value_invalid' }));
  const others = languages.filter((language) => language !== 'en');
  return z.strictObject({
    en: text,
    ...(Object.fromEntries(others.map((language) => [language, z.optional(text)])) as Record<
      Exclude<(typeof languages)[number], 'en'>,
      z.ZodMiniOptional<typeof text>
    >),
  });
}
