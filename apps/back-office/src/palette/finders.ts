import { orderFinder } from '#trading/finders.ts';
import { depositFinder, withdrawalFinder } from '#wallet/finder.ts';
import type { Finder } from './search.ts';

/** What the palette can find beside pages. An area adds its finder here. */
export const finders: readonly Finder[] = [orderFinder, withdrawalFinder, depositFinder];
