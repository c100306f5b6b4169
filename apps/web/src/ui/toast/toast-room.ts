/** Who is told when the room of the toasts has changed; it is made by `make-room.ts`, which comes with the first toast. */
export const roomListeners = new Set<() => void>();

/** Runs whenever the room has changed. Returns the way to stop. */
export function onToastRoom(listener: () => void): () => void {
  roomListeners.add(listener);
  return () => roomListeners.delete(listener);
}

/** What the toasts cover just now. */
export function toastBox(): DOMRect | undefined {
  const box = document.querySelector('.toast-stack:not(:empty)')?.getBoundingClientRect();
  return box !== undefined && box.height > 0 ? box : undefined;
}
