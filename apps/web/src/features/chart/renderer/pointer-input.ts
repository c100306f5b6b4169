import type { OrderHit } from '../model/order-lines.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A mouse, a pen or a finger on the chart. */
export interface Pointer extends Place {
  readonly id: number;
  /** Wide, and unable to hover. */
  readonly touch: boolean;
}

/** What pointer, wheel and keys can do to the chart. */
export interface ChartControls {
  /** What lies at a place: the price axis, an own order, or nothing but the plot. */
  hit(place: Place, touch: boolean): 'axis' | 'plot' | OrderHit;
  hover(place: Place | null): void;
  pan(pixels: number): void;
  zoom(change: { readonly factor: number; readonly x: number }): void;
  stretch(factor: number): void;
  reset(): void;
  startDrag(hit: OrderHit, y: number): void;
  drag(y: number): void;
  /** `taken` false: the drag was cancelled, and the order goes back. */
  endDrag(taken: boolean): void;
  close(hit: OrderHit): void;
  openMenu(place: Place): void;
}

type Gesture =
  | { readonly kind: 'plot' | 'axis'; moved: boolean }
  | { readonly kind: 'order' }
  | { readonly kind: 'cross'; readonly hit: OrderHit };

/** A press that moves less than this is still a tap. */
const dragThresholdPixels = 4;

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Two fingers: how far apart they are, and where between them. */
function spreadOf(pointers: Iterable<Place>): { width: number; x: number } | null {
  const [one, other] = pointers;
  if (one === undefined || other === undefined) return null;
  return { width: distance(one, other), x: (one.x + other.x) / 2 };
}

function gestureOf(hit: ReturnType<ChartControls['hit']>): Gesture {
  if (typeof hit === 'string') return { kind: hit, moved: false };
  return hit.part === 'cross' ? { kind: 'cross', hit } : { kind: 'order' };
}

/** Reads gestures from pointer events: pan, stretch, pinch, the drag of an order, a press on its close button. */
export function createPointerInput(chart: ChartControls) {
  const down = new Map<number, Place>();
  let gesture: Gesture | null = null;
  let start: Place = { x: 0, y: 0 };
  let last = start;

  const endGesture = (taken: boolean): void => {
    const dragged = gesture?.kind === 'order';
    gesture = null;
    if (dragged) chart.endDrag(taken);
  };
  const pinch = (pointer: Pointer): void => {
    const before = spreadOf(down.values());
    down.set(pointer.id, pointer);
    const now = spreadOf(down.values());
    if (before === null || now === null || before.width === 0) return;
    chart.zoom({ factor: now.width / before.width, x: before.x });
    chart.pan(now.x - before.x);
  };
  const move = (pointer: Pointer, moving: Gesture): void => {
    if (moving.kind === 'order') chart.drag(pointer.y);
    if (moving.kind === 'plot' || moving.kind === 'axis') {
      moving.moved ||= distance(pointer, start) > dragThresholdPixels;
      if (moving.moved && moving.kind === 'plot') chart.pan(pointer.x - last.x);
      if (moving.moved && moving.kind === 'axis') chart.stretch(Math.exp((pointer.y - last.y) / 150));
      chart.hover(pointer.touch ? null : pointer);
    }
    last = pointer;
  };

  return {
    /** The gesture that has begun and not ended. */
    active: () => gesture?.kind ?? null,
    down(pointer: Pointer): void {
      down.set(pointer.id, pointer);
      if (down.size > 1) {
        endGesture(false);
        return;
      }
      start = last = pointer;
      const hit = chart.hit(pointer, pointer.touch);
      gesture = gestureOf(hit);
      if (gesture.kind === 'order' && typeof hit === 'object') chart.startDrag(hit, pointer.y);
    },
    move(pointer: Pointer): void {
      if (down.size > 1 && down.has(pointer.id)) pinch(pointer);
      else if (gesture !== null) move(pointer, gesture);
      else if (!pointer.touch) chart.hover(pointer);
    },
    up(pointer: Pointer): void {
      down.delete(pointer.id);
      if (gesture?.kind === 'cross') {
        const now = chart.hit(pointer, pointer.touch);
        const isSame = typeof now === 'object' && now.part === 'cross' && now.line.id === gesture.hit.line.id;
        if (isSame) chart.close(now);
      }
      // A finger cannot hover, so its tap shows the figures of the candle.
      const isTap = gesture?.kind === 'plot' && !gesture.moved;
      endGesture(true);
      if (isTap || !pointer.touch) chart.hover(pointer);
    },
    cancel(id: number | null = null): void {
      if (id === null) down.clear();
      else down.delete(id);
      endGesture(false);
    },
  };
}
