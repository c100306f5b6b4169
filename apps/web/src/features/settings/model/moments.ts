import { dateFormat, dateStyles } from '#ui/text/formats.ts';

/** A moment of the wire as a reader of the language writes it, in the reader's own time zone. */
export function momentText(moment: string, language: string): string {
  return dateFormat(language, dateStyles.moment).format(new Date(moment));
}

/** A calendar day. It belongs to no time zone, so none may shift it. */
export function dayText(day: string, language: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return dateFormat(language, { ...dateStyles.day, timeZone: 'UTC' }).format(date);
}

/** The name of a country by its code; null when the code is none. */
export function countryText(code: string | null, language: string): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? null;
}
