/** The moment at which a day such as `2026-11-17` begins in the reader's own time zone; undefined for what is no day. */
export function dayStart(day: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
