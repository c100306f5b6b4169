import { invariant } from '@emporion/kernel';
import type { Subscriber } from '#realtime/index.ts';

/** The account of whoever follows a private topic: their own, and never one that they name. */
export function accountOf({ caller }: Subscriber): string {
  invariant(caller, 'A private topic was opened for nobody.');
  return caller.userId;
}
