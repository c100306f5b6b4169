import { useModalStore } from '@emporion/web/ui/modal/modal-store.ts';
import { focusHeading } from '#kit/focus-heading.ts';

let opener: Element | null = null;

/** What was pressed: of an entry of a menu, which goes, the button of that menu. */
function pressed(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  return menu == null ? focused : document.querySelector(`[aria-controls="${menu.id}"]`);
}

/** To be called before a dialog opens. However many follow it, the focus is where it was once the last of them has closed, or at the page's heading. */
export function rememberOpener(): void {
  if (useModalStore.getState().content !== null) return;
  opener = pressed();
}

useModalStore.subscribe(({ content }, before) => {
  if (content !== null || before.content === null) return;
  // Another dialog may come in its place, and the page may be drawn anew.
  setTimeout(() => {
    if (useModalStore.getState().content !== null || !isLost()) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    if (isLost()) focusHeading();
  }, 0);
});

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
