/**
 * How days and moments are written, by pages and mails alike: the month in letters, because 03/02 is two days, and the hours from 0 to 23, because charts, the
 * list of trades and files count them so.
 */
export const dateStyles = {
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  /** To the second, where several may fall into one minute. */
  exact: { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
