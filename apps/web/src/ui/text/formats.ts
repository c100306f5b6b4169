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

export { dateStyles } from '@emporion/i18n';

/**
 * The browser's first format of a language takes a phone a tenth of a second, in which nothing else happens. It keeps what it read for all
 * threads, so another one makes the first: whoever draws then finds it read, or does it as before.
 */
export function warmFormats(language: string): void {
  if (typeof Worker !== 'function') return;
  new Worker(new URL('./formats-worker.ts', import.meta.url), { type: 'module', name: language });
}
