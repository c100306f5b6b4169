import { dateStyles } from '#date-styles.ts';
import type { Language } from '#languages.ts';
import { fillText, findText } from '#text.ts';
import enErrors from '../catalogues/en/errors.json' with { type: 'json' };
import enExports from '../catalogues/en/exports.json' with { type: 'json' };
import enMail from '../catalogues/en/mail.json' with { type: 'json' };
import enNotifications from '../catalogues/en/notifications.json' with { type: 'json' };
import esErrors from '../catalogues/es/errors.json' with { type: 'json' };
import esExports from '../catalogues/es/exports.json' with { type: 'json' };
import esMail from '../catalogues/es/mail.json' with { type: 'json' };
import esNotifications from '../catalogues/es/notifications.json' with { type: 'json' };
import frErrors from '../catalogues/fr/errors.json' with { type: 'json' };
import frExports from '../catalogues/fr/exports.json' with { type: 'json' };
import frMail from '../catalogues/fr/mail.json' with { type: 'json' };
import frNotifications from '../catalogues/fr/notifications.json' with { type: 'json' };
import itErrors from '../catalogues/it/errors.json' with { type: 'json' };
import itExports from '../catalogues/it/exports.json' with { type: 'json' };
import itMail from '../catalogues/it/mail.json' with { type: 'json' };
import itNotifications from '../catalogues/it/notifications.json' with { type: 'json' };
import ptErrors from '../catalogues/pt/errors.json' with { type: 'json' };
import ptExports from '../catalogues/pt/exports.json' with { type: 'json' };
import ptMail from '../catalogues/pt/mail.json' with { type: 'json' };
import ptNotifications from '../catalogues/pt/notifications.json' with { type: 'json' };
import ruErrors from '../catalogues/ru/errors.json' with { type: 'json' };
import ruExports from '../catalogues/ru/exports.json' with { type: 'json' };
import ruMail from '../catalogues/ru/mail.json' with { type: 'json' };
import ruNotifications from '../catalogues/ru/notifications.json' with { type: 'json' };

const resources = {
  en: { errors: enErrors, exports: enExports, mail: enMail, notifications: enNotifications },
  es: { errors: esErrors, exports: esExports, mail: esMail, notifications: esNotifications },
  ru: { errors: ruErrors, exports: ruExports, mail: ruMail, notifications: ruNotifications },
  pt: { errors: ptErrors, exports: ptExports, mail: ptMail, notifications: ptNotifications },
  fr: { errors: frErrors, exports: frExports, mail: frMail, notifications: frNotifications },
  it: { errors: itErrors, exports: itExports, mail: itMail, notifications: itNotifications },
} satisfies Record<Language, Readonly<Record<string, unknown>>>;

export type TranslationParams = Readonly<Record<string, string | number>>;

/**
 * The text of a key of the areas `errors`, `exports`, `mail` and `notifications`; a missing key answers itself. The params only fill placeholders:
 * a value that looks like a reference to another key stays text. `count` also chooses the plural.
 */
export function translate(language: Language, key: string, params: TranslationParams = {}): string {
  const catalogues: Readonly<Record<string, unknown>> = resources[language];
  const found = findText({ language, catalogueOf: (area) => catalogues[area] }, key, params.count);
  return typeof found === 'string' ? fillText(found, params) : key;
}

function textsOf(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsOf) : [];
}

/** Everything that the server says in a language: what is written there is a word of it. */
export function everyText(language: Language): readonly string[] {
  return textsOf(resources[language]);
}

const formats = new Map<Language, Intl.NumberFormat>();

/** Kept, because making one takes a hundred times as long as using it. */
function formatOf(language: Language): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 18 });
  formats.set(language, known);
  return known;
}

/** A decimal number as a reader of the language writes it, digit by digit: a number of JavaScript would round it. */
export function formatDecimalIn(language: Language, value: string): string {
  return formatOf(language).format(value as Intl.StringNumericLiteral);
}

/** A calendar day, such as 2026-04-01, as a reader of the language writes it. It belongs to no time zone, so none may shift it. */
export function formatDayIn(language: Language, day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(language, { ...dateStyles.day, timeZone: 'UTC' }).format(date);
}

/** A moment as a reader of the language writes it, by the clocks of a time zone. */
export function formatMomentIn(
  language: Language,
  at: Date,
  { timeZone, style = 'moment' }: { timeZone: string; style?: 'moment' | 'exact' },
): string {
  return new Intl.DateTimeFormat(language, { ...dateStyles[style], timeZone }).format(at);
}
