const fields = 'input:not([type="hidden"]), select, textarea';
const stops = `${fields}, button, a[href], summary, [tabindex]`;

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert], [hidden]') !== null) {
    return false;
  }
  return element.checkVisibility?.() ?? true;
}

/** Radio buttons of one group are one stop: the chosen one. */
function isUnchosenRadio(element: HTMLElement, all: readonly HTMLElement[]): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  return all.some(
    (other) => other instanceof HTMLInputElement && other.name === element.name && other.checked,
  );
}

function stopsIn(container: Element): HTMLElement[] {
  const found = [...container.querySelectorAll<HTMLElement>(stops)].filter(isStop);
  return found.filter((element) => !isUnchosenRadio(element, found));
}

/**
 * Focus goes to what asks for it, else to the first field, else to the dialog itself. It never goes to a button
 * unasked, because the first button may be the one that cannot be taken back.
 */
export function focusInto(dialog: HTMLElement): void {
  if (dialog.contains(document.activeElement)) return;
  const wanted =
    dialog.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ??
    stopsIn(dialog).find((element) => element.matches(fields)) ??
    dialog;
  wanted.focus();
}

/**
 * The focus trap: where Tab has to go because the browser would leave the page: from the last stop of the dialog and the
 * toasts to the first, from the first to the last, and from nowhere into the dialog. `undefined` elsewhere.
 */
export function stopAfterTab(dialog: HTMLElement, { back }: { back: boolean }): HTMLElement | undefined {
  const inside = stopsIn(dialog);
  const toasts = [...document.querySelectorAll('[data-layer="toasts"]')].flatMap(stopsIn);
  // The toasts stand before the dialog in the page, so this is the order in which the browser walks.
  const round = [...toasts, ...inside];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? round.indexOf(focused) : -1;
  if (at === -1) return isOutside(dialog) ? (inside.at(back ? -1 : 0) ?? dialog) : undefined;
  if (back) return at === 0 ? round.at(-1) : undefined;
  return at === round.length - 1 ? round[0] : undefined;
}

/** Focus that is nowhere, on the dialog itself or on the page behind. A popup of the dialog looks after its own Tab. */
function isOutside(dialog: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === null || focused === dialog || focused === document.body;
}
