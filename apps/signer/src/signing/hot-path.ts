import type { KeyPath } from '@emporion/chains';

/** Payouts are made from the first key of the house. */
export function isHot(path: KeyPath | undefined): boolean {
  return path?.branch === 1 && path.index === 0;
}
