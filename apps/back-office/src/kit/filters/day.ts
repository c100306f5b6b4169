const dayPattern = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2}))?)?$/;
const momentPattern = /^\d{4}-\d{2}-\d{2}T.*Z$/;

/** Whether it is a moment as the server writes one, such as a link of the dashboard has. */
export const isMoment = (text: string): boolean => momentPattern.test(text);

/** The moment at which a day of the reader's clock begins, or the one that is written: `2026-11-18`, `2026-11-18 10:04`. Undefined: it is neither. */
export function momentOf(text: string): string | undefined {
  if (isMoment(text)) return text;
  const [, day, time = '00:00', seconds = '00'] = dayPattern.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const moment = new Date(`${day}T${time}:${seconds}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
