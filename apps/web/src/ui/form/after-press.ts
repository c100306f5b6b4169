let pressed = false;
const waiting: (() => void)[] = [];

function end(): void {
  pressed = false;
  // The click comes after the release, and must find everything where it was pressed.
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

/** So long after a finger has left the glass its click comes; after a swipe none does. */
const clickWithinMs = 400;
let lateTimer: ReturnType<typeof setTimeout> | undefined;

function endWithClick(): void {
  clearTimeout(lateTimer);
  window.removeEventListener('click', endWithClick, true);
  end();
}

window.addEventListener(
  'pointerdown',
  () => {
    clearTimeout(lateTimer);
    pressed = true;
  },
  true,
);
window.addEventListener('pointercancel', end, true);
window.addEventListener(
  'pointerup',
  ({ pointerType }) => {
    if (pointerType !== 'touch') {
      end();
      return;
    }
    // What a finger pressed takes the focus, and gets its click, only once the finger is gone.
    clearTimeout(lateTimer);
    lateTimer = setTimeout(endWithClick, clickWithinMs);
    window.addEventListener('click', endWithClick, true);
  },
  true,
);

/**
 * Acts once nothing is being pressed. Leaving a field by pressing a button may bring a sentence up that moves the button away
 * from under the pointer, and the press would be lost.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
