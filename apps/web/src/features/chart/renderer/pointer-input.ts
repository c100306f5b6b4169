import type { OrderHit } from '../model/order-lines.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A mouse, a pen or a finger on the chart. */
export interface Hand extends Place {
  readonly id: number;
  /** Wide, and unable to hover. */
  readonly touch: boolean;
}

/** What hands and wheels do to a chart. */
export interface ChartHandles {
  /** What lies at a place: the price axis, an own order, or nothing but the plot. */
  hit(place: Place, touch: boolean): 'axis' | 'plot' | OrderHit;
  hover(place: Place | null): void;
  pan(pixels: number): void;
  zoom(change: { readonly factor: number; readonly x: number }): void;
  stretch(factor: number): void;
  reset(): void;
  hold(hit: OrderHit, y: number): void;
  pull(y: number): void;
  /** `taken` false: it was given up and goes back. */
  drop(taken: boolean): void;
  close(hit: OrderHit): void;
  openMenu(place: Place): void;
}

type Grip =
  | { readonly kind: 'plot' | 'axis'; moved: boolean }
  | { readonly kind: 'order' }
  | { readonly kind: 'cross'; readonly hit: OrderHit };

/** Less than this is a press that trembled. */
const tremblePixels = 4;

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Two fingers: how far apart they are, and where between them. */
function spreadOf(hands: Iterable<Place>): { width: number; x: number } | null {
  const [one, other] = hands;
  if (one === undefined || other === undefined) return null;
  return { width: distance(one, other), x: (one.x + other.x) / 2 };
}

function gripOf(hit: ReturnType<ChartHandles['hit']>): Grip {
  if (typeof hit === 'string') return { kind: hit, moved: false };
  return hit.part === 'cross' ? { kind: 'cross', hit } : { kind: 'order' };
}

/** Turns presses and moves into what they mean: panning, stretching, pinching, pulling an order, closing one. */
export function createHands(chart: ChartHandles) {
  const down = new Map<number, Place>();
  let grip: Grip | null = null;
  let start: Place = { x: 0, y: 0 };
  let last = start;

  const letGo = (taken: boolean): void => {
    const held = grip?.kind === 'order';
    grip = null;
    if (held) chart.drop(taken);
  };
  const pinch = (hand: Hand): void => {
    const before = spreadOf(down.values());
    down.set(hand.id, hand);
    const now = spreadOf(down.values());
    if (before === null || now === null || before.width === 0) return;
    chart.zoom({ factor: now.width / before.width, x: before.x });
    chart.pan(now.x - before.x);
  };
  const move = (hand: Hand, moving: Grip): void => {
    if (moving.kind === 'order') chart.pull(hand.y);
    if (moving.kind === 'plot' || moving.kind === 'axis') {
      moving.moved ||= distance(hand, start) > tremblePixels;
      if (moving.moved && moving.kind === 'plot') chart.pan(hand.x - last.x);
      if (moving.moved && moving.kind === 'axis') chart.stretch(Math.exp((hand.y - last.y) / 150));
      chart.hover(hand.touch ? null : hand);
    }
    last = hand;
  };

  return {
    /** What is held now. */
    held: () => grip?.kind ?? null,
    down(hand: Hand): void {
      down.set(hand.id, hand);
      if (down.size > 1) {
        letGo(false);
        return;
      }
      start = last = hand;
      const hit = chart.hit(hand, hand.touch);
      grip = gripOf(hit);
      if (grip.kind === 'order' && typeof hit === 'object') chart.hold(hit, hand.y);
    },
    move(hand: Hand): void {
      if (down.size > 1 && down.has(hand.id)) pinch(hand);
      else if (grip !== null) move(hand, grip);
      else if (!hand.touch) chart.hover(hand);
    },
    up(hand: Hand): void {
      down.delete(hand.id);
      if (grip?.kind === 'cross') {
        const now = chart.hit(hand, hand.touch);
        const isSame = typeof now === 'object' && now.part === 'cross' && now.line.id === grip.hit.line.id;
        if (isSame) chart.close(now);
      }
      // A finger cannot hover, so its tap shows the figures of the candle.
      const isTap = grip?.kind === 'plot' && !grip.moved;
      letGo(true);
      if (isTap || !hand.touch) chart.hover(hand);
    },
    cancel(id: number | null = null): void {
      if (id === null) down.clear();
      else down.delete(id);
      letGo(false);
    },
  };
}
