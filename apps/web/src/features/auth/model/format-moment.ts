import { dateFormat, dateStyles } from '#ui/text/formats.ts';

/** A moment as the reader of a language writes it, in the reader's own time zone. */
export function formatMoment(moment: string, language: string): string {
  return dateFormat(language, dateStyles.moment).format(new Date(moment));
}
