import type { TourName } from './tour-memory.ts';

export interface Hint {
  /** Of its texts. */
  readonly name: string;
  readonly target: HTMLElement;
}

/** A name of texts and where that thing is. Of several that say the same place, the first that is shown counts. */
type Places = readonly (readonly [name: string, selector: string])[];

/** Each points at something low, such as the head of a panel: beside a whole panel there would be no room for the hint. */
const tours: Readonly<Record<TourName, readonly Places[]>> = {
  trade: [
    [
      // On a phone the figures of the day stand below the name: the hint must not lie over them.
      ['market', '.desk:has(> .phone-bar) .pair-strip'],
      ['market', '.pair-strip h1 button'],
    ],
    [['chart', '.chart-toolbar']],
    [
      ['panels', '.phone-tabs > .tab-row'],
      ['book', '.desk-book .tab-row'],
    ],
    [
      ['form', '.phone-bar'],
      ['form', '.desk-form .segments'],
    ],
    [
      ['navigation', '.bottom-navigation'],
      ['orders', '.desk-orders .tab-row'],
      ['orders', '.desk-orders p'],
    ],
  ],
  wallet: [
    [['total', '.tour-total']],
    [['privacy', 'main h1 + button']],
    [['tabs', 'main nav.tab-row']],
    [
      ['coins', '.tour-coins h2'],
      ['start', '.tour-start h2'],
    ],
    [['last', '.tour-last h2']],
  ],
};

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

function hintAt(places: Places): Hint | undefined {
  for (const [name, selector] of places) {
    const target = [...document.querySelectorAll<HTMLElement>(selector)].find(isShown);
    if (target !== undefined) return { name, target };
  }
  return undefined;
}

const topOf = ({ target }: Hint): number => target.getBoundingClientRect().top;

/** The hints of a tour whose things are on the page now, from top to bottom: the first one takes nobody away from what they are reading. */
export function findHints(tour: TourName): readonly Hint[] {
  const found = tours[tour].map(hintAt).filter((hint) => hint !== undefined);
  return found.sort((one, other) => topOf(one) - topOf(other));
}

export const isWhole = (tour: TourName, hints: readonly Hint[]): boolean =>
  hints.length === tours[tour].length;
