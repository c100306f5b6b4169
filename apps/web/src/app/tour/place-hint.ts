interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly top: number;
  readonly left: number;
}

const gap = 10;
const edge = 8;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Below, above, right or left of its target, wherever it fits first: within the window and never over the target. Undefined where it fits nowhere. */
export function placeHint(target: Box, hint: Size, window: Size): { top: number; left: number } | undefined {
  const left = clamp(target.left + target.width / 2 - hint.width / 2, edge, window.width - hint.width - edge);
  const top = clamp(
    target.top + target.height / 2 - hint.height / 2,
    edge,
    window.height - hint.height - edge,
  );
  const places = [
    { top: target.top + target.height + gap, left },
    { top: target.top - gap - hint.height, left },
    { top, left: target.left + target.width + gap },
    { top, left: target.left - gap - hint.width },
  ];
  return places.find(
    (place) =>
      place.top >= edge &&
      place.left >= edge &&
      place.top + hint.height <= window.height - edge &&
      place.left + hint.width <= window.width - edge,
  );
}
