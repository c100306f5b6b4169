/** A format costs a millisecond to make on a phone, and lists write dozens of times: one for each language and look is kept. */
const kept = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = kept.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, options);
  kept.set(key, made);
  return made;
}

/** The moment of something in a list. */
export const listMoment = { dateStyle: 'medium', timeStyle: 'short' } as const;
