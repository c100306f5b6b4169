import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { clampZoom, type Depth } from './depth-model.ts';

/** Pixels of a wheel to a doubling; a fast pad says many of them at once. */
const wheelPerDouble = 350;
const wheelMax = 200;
const linePixels = 16;
/** What a press of a button or a key is worth. */
const press = 0.5;

export interface DepthZoom {
  readonly zoom: number;
  nearer(): void;
  farther(): void;
  reset(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** The distance of two fingers; null while there are not two. */
function spread(fingers: ReadonlyMap<number, PointerEvent>): number | null {
  const [one, other] = [...fingers.values()];
  if (fingers.size !== 2 || one === undefined || other === undefined) return null;
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/** Listens to the wheel, which must not scroll the page as well, and to two fingers; call the answer to stop. */
function listen(box: HTMLElement, zoomBy: (steps: number) => void): () => void {
  const stop = new AbortController();
  const on = { signal: stop.signal };
  const fingers = new Map<number, PointerEvent>();
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : linePixels);
    zoomBy(-Math.max(-wheelMax, Math.min(wheelMax, pixels)) / wheelPerDouble);
  };
  const onMove = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId)) return;
    const before = spread(fingers);
    fingers.set(event.pointerId, event);
    const now = spread(fingers);
    if (before && now) zoomBy(Math.log2(now / before));
  };
  box.addEventListener('wheel', onWheel, { ...on, passive: false });
  box.addEventListener(
    'pointerdown',
    (event) => event.pointerType === 'touch' && fingers.set(event.pointerId, event),
    on,
  );
  box.addEventListener('pointermove', onMove, on);
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId), on);
  return () => stop.abort();
}

/** How much of the book is shown: by wheel, fingers, keys and whatever calls the answer. */
export function useDepthZoom(
  boxRef: RefObject<HTMLElement | null>,
  depthAt: (zoom: number) => Depth | null,
): DepthZoom {
  const [zoom, setZoom] = useState(0);
  const latest = useRef(depthAt);
  useEffect(() => {
    latest.current = depthAt;
  });
  const by = useCallback((steps: number): void => {
    setZoom((now) => {
      const depth = latest.current(now);
      // Beyond either end nothing would change to see, and the way back would be as long.
      const can = steps > 0 ? depth?.canZoomIn : depth?.canZoomOut;
      return can === true ? clampZoom(now + steps) : now;
    });
  }, []);
  useEffect(() => (boxRef.current === null ? undefined : listen(boxRef.current, by)), [boxRef, by]);
  const nearer = (): void => by(press);
  const farther = (): void => by(-press);
  const reset = (): void => setZoom(0);
  const keys: Readonly<Record<string, () => void>> = {
    '+': nearer,
    '=': nearer,
    '-': farther,
    '0': reset,
  };
  return {
    zoom,
    nearer,
    farther,
    reset,
    onKeyDown(event) {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
  };
}
