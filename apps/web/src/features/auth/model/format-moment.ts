/** A moment as the reader of a language writes it, in the reader's own time zone. */
export function formatMoment(moment: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(moment));
}
