import { transferFinder } from '#bank/finder.ts';
import { ticketFinder } from '#support/finder.ts';
import { marketFinder, orderFinder } from '#trading/finders.ts';
import { userFinder } from '#users/finder.ts';
import { depositFinder, withdrawalFinder } from '#wallet/finder.ts';
import type { Finder } from './search.ts';

/** What the palette can find beside pages. An area adds its finder here. */
export const finders: readonly Finder[] = [
  userFinder,
  marketFinder,
  orderFinder,
  withdrawalFinder,
  depositFinder,
  transferFinder,
  ticketFinder,
];
