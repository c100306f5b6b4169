export type DatePart = 'day' | 'month' | 'year';
/** As typed: the month is its number without a zero in front. */
export type DateParts = Readonly<Record<DatePart, string>>;

const empty: DateParts = { day: '', month: '', year: '' };

/** How readers of a language write a day: month first, day first or year first. */
export function partsInOrder(language: string): readonly DatePart[] {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' });
  return format
    .formatToParts(new Date(0))
    .map(({ type }) => type)
    .filter((type): type is DatePart => type in empty);
}

export function monthNames(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
}

/** Nothing while nothing is filled in. What is not whole gives a text that no check takes for a day. */
export function dateOf({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function partsOf(date: string): DateParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year === '' ? empty : { year, month: String(Number(month)), day: String(Number(day)) };
}
