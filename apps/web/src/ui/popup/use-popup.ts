import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { placePopup } from './place-popup.ts';

interface PopupOptions {
  open: boolean;
  close(): void;
  anchorRef: RefObject<HTMLElement | null>;
  popupRef: RefObject<HTMLElement | null>;
  align?: 'start' | 'end';
  /** The popup is at least as wide as its anchor. */
  matchWidth?: boolean;
  /** Goes along with its anchor instead of closing: a keyboard on the screen scrolls the page when somebody begins to type in it. */
  follows?: boolean;
}

/**
 * Keeps a popup beside its anchor, and closes it on a press elsewhere and when its anchor scrolls away: it would ride over
 * whatever is fixed, the header first. The popup stands in the body, where no panel
 * can clip it; positions are set through the style object, which a strict content security policy allows.
 */
export function usePopup({
  open,
  close,
  anchorRef,
  popupRef,
  align = 'start',
  matchWidth = false,
  follows = false,
}: PopupOptions) {
  useLayoutEffect(() => {
    if (!open) return;
    let topBefore = 0;
    const place = (): void => {
      const anchor = anchorRef.current?.getBoundingClientRect();
      const popup = popupRef.current;
      if (anchor === undefined || popup === null) return;
      topBefore = anchor.top;
      if (matchWidth) popup.style.minWidth = `${anchor.width}px`;
      popup.style.maxHeight = '';
      const size = { width: popup.offsetWidth, height: popup.offsetHeight };
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const found = placePopup({ anchor, popup: size, viewport, align });
      popup.style.top = `${found.top}px`;
      popup.style.left = `${found.left}px`;
      popup.style.maxHeight = `${found.maxHeight}px`;
    };
    place();
    const onScroll = (): void => {
      const anchor = anchorRef.current;
      if (anchor === null || Math.abs(anchor.getBoundingClientRect().top - topBefore) < 1) return;
      if (follows) {
        place();
        return;
      }
      if (popupRef.current?.contains(document.activeElement)) anchor.focus({ preventScroll: true });
      close();
    };
    window.addEventListener('resize', place);
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [open, close, align, matchWidth, follows, anchorRef, popupRef]);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent): void => {
      if (!(event.target instanceof Node)) return;
      if (anchorRef.current?.contains(event.target) || popupRef.current?.contains(event.target)) return;
      close();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, [open, close, anchorRef, popupRef]);
}
