/** Puts the focus on the heading of the page, so that the keyboard and a screen reader go on from there. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** How long a page may take to show its heading, at most. */
const waitMs = 5_000;

/** The same once there is another heading than before, or for the same page drawn anew. */
export function focusNextHeading(before: Element | null): void {
  const main = document.querySelector('main');
  const reached = (): boolean => {
    const heading = document.querySelector('main h1');
    if (heading === null || heading === before) return false;
    focusHeading();
    return true;
  };
  if (main === null || reached()) return;
  const watch = new MutationObserver(() => {
    if (reached()) stop();
  });
  watch.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => {
    stop();
    focusHeading();
  }, waitMs);
  const stop = (): void => {
    watch.disconnect();
    clearTimeout(timer);
  };
}
