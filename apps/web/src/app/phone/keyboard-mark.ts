import { useEffect } from 'react';

/** What a keyboard of the screen opens for. */
const textFields =
  'textarea, input:not([type="radio"], [type="checkbox"], [type="range"], [type="file"], [type="button"], [type="submit"])';

/** A keyboard takes at least this much of the window. Less is the browser's own bars. */
const keyboardShare = 0.2;

/**
 * Whether the keyboard of the screen is open. Some browsers make the window smaller for it, which the style sheet sees by itself; others lay it over the
 * page and only what is seen of the page becomes smaller.
 */
export function isKeyboardOpen({ visualViewport: seen, innerHeight }: Window, focused: Element | null) {
  if (!seen || !focused?.matches(textFields)) return false;
  // Who has zoomed in sees less of the page without a keyboard.
  return seen.height * seen.scale < innerHeight * (1 - keyboardShare);
}

/** Marks the page while the keyboard is open, so that bars at the bottom are not drawn over what is being typed. */
export function useKeyboardMark(): void {
  useEffect(() => {
    const root = document.documentElement;
    const mark = (): void => {
      root.toggleAttribute('data-keyboard', isKeyboardOpen(window, document.activeElement));
    };
    window.visualViewport?.addEventListener('resize', mark);
    document.addEventListener('focusout', mark);
    return () => {
      window.visualViewport?.removeEventListener('resize', mark);
      document.removeEventListener('focusout', mark);
      root.removeAttribute('data-keyboard');
    };
  }, []);
}
