import type { Edge } from './move-panel.ts';

/** The edge of a box that a point within it is nearest to, measured in shares of the box: wide ones have wide sides. */
export function edgeAt(
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { x, y }: { x: number; y: number },
): Edge {
  const across = width === 0 ? 0.5 : (x - left) / width;
  const down = height === 0 ? 0.5 : (y - top) / height;
  const distances: readonly (readonly [Edge, number])[] = [
    ['left', across],
    ['right', 1 - across],
    ['above', down],
    ['below', 1 - down],
  ];
  return distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest))[0];
}
