/**
 * The height that the toasts take below the header. The style sheets read it as `--toast-room` and move what would lie
 * under a toast down by it; popups are placed by script and ask here.
 */
let roomPx = 0;
let wantedPx = 0;
const listeners = new Set<() => void>();

function give(): void {
  roomPx = wantedPx;
  document.documentElement.style.setProperty('--toast-room', `${roomPx}px`);
  for (const listener of listeners) listener();
}

/** Whether a mouse rests on something, such as the button of an order, that must not slide away under it. */
function isAimedAt(): boolean {
  return (
    window.matchMedia('(hover: hover)').matches && document.querySelector('[data-steady]:hover') !== null
  );
}

function giveWhenFree(): void {
  if (isAimedAt()) return;
  document.removeEventListener('pointermove', giveWhenFree);
  give();
}

/** A toast gets its room at once. Room that is no longer needed stays while somebody aims at what would move. */
export function setToastRoom(heightPx: number): void {
  wantedPx = heightPx;
  if (heightPx > roomPx) give();
  else if (heightPx < roomPx) {
    // Adding the same listener twice adds it once.
    document.addEventListener('pointermove', giveWhenFree, { passive: true });
    giveWhenFree();
  }
}

/** Runs whenever the room has changed. Returns the way to stop. */
export function onToastRoom(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the toasts cover just now. */
export function toastBox(): DOMRect | undefined {
  const box = document.querySelector('.toast-stack:not(:empty)')?.getBoundingClientRect();
  return box !== undefined && box.height > 0 ? box : undefined;
}
