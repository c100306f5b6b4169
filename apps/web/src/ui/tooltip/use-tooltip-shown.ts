import { type RefObject, useEffect, useState } from 'react';

/** Only the focus of a keyboard: after a press with the mouse the words would stay when the pointer goes. */
function hasKeyboardFocus(anchor: HTMLElement): boolean {
  return anchor.querySelector(':focus-visible') !== null;
}

/** Whether the words of a tooltip stand in the page, by what happens on the control. */
export function useTooltipShown(anchorRef: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const anchor = anchorRef.current;
    if (anchor === null) return;
    const leave = new AbortController();
    const { signal } = leave;
    const on = (
      kind: 'pointerenter' | 'pointerleave' | 'pointerup',
      then: (event: PointerEvent) => void,
    ): void => anchor.addEventListener(kind, then, { signal });
    on('pointerenter', ({ pointerType }) => pointerType !== 'touch' && setShown(true));
    on('pointerleave', ({ pointerType }) => pointerType !== 'touch' && setShown(hasKeyboardFocus(anchor)));
    on('pointerup', ({ pointerType }) => pointerType === 'touch' && setShown(true));
    anchor.addEventListener('focusin', () => hasKeyboardFocus(anchor) && setShown(true), { signal });
    anchor.addEventListener('focusout', () => setShown(anchor.matches(':hover')), { signal });
    return () => leave.abort();
  }, [anchorRef]);

  useEffect(() => {
    if (!shown) return;
    const leave = new AbortController();
    // Before everything else that listens for Esc: it takes away the words and leaves the dialog around them.
    const options = { capture: true, signal: leave.signal };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setShown(false);
    };
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && anchorRef.current?.contains(target))) setShown(false);
    };
    document.addEventListener('keydown', onKey, options);
    document.addEventListener('pointerdown', onPress, options);
    return () => leave.abort();
  }, [shown, anchorRef]);

  return shown;
}
