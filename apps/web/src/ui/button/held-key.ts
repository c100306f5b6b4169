interface KeyPress {
  key: string;
  repeat: boolean;
  target: EventTarget | null;
  preventDefault(): void;
}

function isWriting({ key, target }: KeyPress): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return key === ' ' && target instanceof HTMLInputElement;
}

/**
 * Whether a key press repeats by itself because the key is held, where it would press something. One press is one
 * decision: a held Enter would confirm a dialog, land on what opened it and open it again, many times a second.
 */
export function isHeldPress(event: KeyPress): boolean {
  return event.repeat && (event.key === 'Enter' || event.key === ' ') && !isWriting(event);
}

/** For the `onKeyDown` of whatever can be pressed. */
export function ignoreHeldPress(event: KeyPress): void {
  if (isHeldPress(event)) event.preventDefault();
}
