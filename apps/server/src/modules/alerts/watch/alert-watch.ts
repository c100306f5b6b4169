import type { Direction, Metric } from '../alert.ts';
import { type Threshold, ThresholdHeap } from './threshold-heap.ts';

/** An alert that waits, its value in the units in which its market counts. */
export interface WatchedAlert extends Threshold {
  readonly pair: string;
  readonly metric: Metric;
  readonly direction: Direction;
}

/** An alert and what reached it, in the same units. */
export interface ReachedAlert {
  readonly alert: WatchedAlert;
  readonly at: bigint;
}

type Lines = Readonly<Record<Direction, ThresholdHeap<WatchedAlert>>>;

/** Every alert that waits, so that a price or a volume finds those it reaches without looking at the others. An alert that was reached is gone. */
export class AlertWatch {
  readonly #lines: Readonly<Record<Metric, Map<string, Lines>>> = { price: new Map(), volume: new Map() };
  readonly #alerts = new Map<string, WatchedAlert>();

  get size(): number {
    return this.#alerts.size;
  }

  /** The pairs of which somebody watches the metric. */
  pairs(metric: Metric): string[] {
    return [...this.#lines[metric].keys()];
  }

  add(alert: WatchedAlert): void {
    const { id, pair, metric, direction } = alert;
    if (this.#alerts.has(id)) return;
    this.#alerts.set(id, alert);
    const lines = this.#lines[metric].get(pair) ?? {
      above: new ThresholdHeap('above'),
      below: new ThresholdHeap('below'),
    };
    this.#lines[metric].set(pair, lines);
    lines[direction].add(alert);
  }

  remove(id: string): void {
    const alert = this.#alerts.get(id);
    if (!alert) return;
    this.#alerts.delete(id);
    this.#lines[alert.metric].get(alert.pair)?.[alert.direction].remove(id);
    this.#forgetIfEmpty(alert);
  }

  /** Takes out what the value reaches. */
  reach({ pair, metric }: Pick<WatchedAlert, 'pair' | 'metric'>, now: bigint | number): ReachedAlert[] {
    const lines = this.#lines[metric].get(pair);
    if (!lines) return [];
    const taken = [...lines.above.take(now), ...lines.below.take(now)];
    if (taken.length === 0) return [];
    const at = BigInt(now);
    for (const { id } of taken) this.#alerts.delete(id);
    this.#forgetIfEmpty({ pair, metric });
    return taken.map((alert) => ({ alert, at }));
  }

  #forgetIfEmpty({ pair, metric }: Pick<WatchedAlert, 'pair' | 'metric'>): void {
    const lines = this.#lines[metric].get(pair);
    if (lines && lines.above.size + lines.below.size === 0) this.#lines[metric].delete(pair);
  }
}
