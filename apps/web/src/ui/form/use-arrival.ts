import { type RefObject, useEffect, useRef } from 'react';

/** As high as the bars that stay at the top of a window. */
const barsHigh = 120;

/**
 * For the heading of what takes the place of a form: it gets the focus and comes into the window. The form was longer, so on a phone its confirmation would
 * otherwise lie above what is seen. The heading needs `tabIndex={-1}`.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const heading = ref.current;
    if (heading === null) return;
    heading.focus({ preventScroll: true });
    const { top, bottom } = heading.getBoundingClientRect();
    // What is seen already does not move.
    if (top < barsHigh || bottom > window.innerHeight) heading.scrollIntoView?.({ block: 'center' });
  }, []);
  return ref;
}
