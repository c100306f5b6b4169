import { texts } from '@emporion/i18n/texts';

const apart: ReadonlySet<string> = new Set(['es', 'fr', 'ru']);

/** The sign as the reader's language sets it: against its number, or apart from it by a space that no line breaks at. */
export const percentSign = (): string => (apart.has(texts.language) ? '\u00a0%' : '%');

/** A number that was written for people, in percent. */
export const inPercent = (number: string | number): string => `${number}${percentSign()}`;
