import { mainId } from '../skip-link.tsx';

let begun = false;

/** Watches, from the arrival on a page, whether the visitor begins to work on it. Returns the way to stop. */
export function watchWork(): () => void {
  begun = false;
  const note = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(`#${mainId}, [role="dialog"]`) !== null) begun = true;
  };
  const kinds = ['input', 'pointerdown'] as const;
  for (const kind of kinds) document.addEventListener(kind, note, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, note, { capture: true });
  };
}

/** A hint must not open over work in progress: it waits for the next arrival. */
export const hasBegunWork = (): boolean => begun;

/** Calls `onOrder` when the user begins to write an order: from then on no hint may stand over the form. */
export function onOrderBegun(onOrder: () => void): () => void {
  const note = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('.trade-form, .phone-bar') !== null) onOrder();
  };
  const kinds = ['input', 'pointerdown'] as const;
  for (const kind of kinds) document.addEventListener(kind, note, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, note, { capture: true });
  };
}
