import { type RefObject, useEffect, useRef } from 'react';

/** As high as the bars that stay at the top of a window. */
const barsHigh = 120;

/** Gives a heading the focus and brings it into the window, as it takes the place of what was longer. It needs `tabIndex={-1}`. */
export function arriveAt(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  // What is seen already does not move.
  if (top < barsHigh || bottom > window.innerHeight) heading.scrollIntoView?.({ block: 'center' });
}

/** The same for what takes the place of a form. On a phone its confirmation would otherwise lie above what is seen, and the focus be on nothing. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => arriveAt(ref.current), []);
  return ref;
}
