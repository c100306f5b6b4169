let pressed = false;
const waiting: (() => void)[] = [];

function released(): void {
  pressed = false;
  // The click comes after the release, and must find everything where it was pressed.
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

window.addEventListener(
  'pointerdown',
  () => {
    pressed = true;
  },
  true,
);
for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, released, true);

/**
 * Acts once nothing is being pressed. Leaving a field by pressing a button may bring a sentence up that moves the button away
 * from under the pointer, and the press would be lost.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
