import { useState } from 'react';
import { formatNumber } from '#ui/number/format-number.ts';
import { numberStyle } from '#ui/number/number-style.ts';

export interface SeparatorUse {
  /** What was typed now; null for what came in one piece. */
  readonly typed: string | null;
  readonly raw: string;
  readonly before: string;
  /** What became of it; undefined when it was refused. */
  readonly edited: string | undefined;
}

/**
 * Whether a separator may have been meant otherwise than it was read: the one by which the page tells thousands apart,
 * or a second one. A number that is not the one meant must not go unnoticed, so it is said until the text is changed.
 */
export function mayBeMisread({ typed, raw, before, edited }: SeparatorUse, wasSo: boolean): boolean {
  const { group } = numberStyle();
  if (typed === null)
    return edited !== undefined && new RegExp(`^\\d{1,3}[${group}]\\d{3}$`).test(raw.trim());
  if (typed === '.' || typed === ',') return wasSo || edited === undefined || typed === group;
  return wasSo && raw.length >= before.length && edited !== '';
}

/** The number as it was read, in the way in which the page writes numbers. */
export function readingOf(value: string): string {
  return formatNumber(value, { decimals: value.split('.')[1]?.length ?? 0, trimZeros: true });
}

export function useMisreading() {
  const [misread, setMisread] = useState(false);
  const noteUse = (use: SeparatorUse): void => setMisread((wasSo) => mayBeMisread(use, wasSo));
  return { misread, noteUse };
}
