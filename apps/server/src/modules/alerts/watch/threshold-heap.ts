/** Something that waits for a value. */
export interface Threshold {
  readonly id: string;
  readonly value: bigint;
}

/**
 * Thresholds of one direction, the one that is reached first on top: to see that none is reached costs one comparison, whatever their number, and
 * adding, removing or taking one costs the logarithm of it.
 */
export class ThresholdHeap<Item extends Threshold> {
  /** Reached by a value that rises: the lowest is first. */
  readonly #rises: boolean;
  readonly #items: Item[] = [];
  readonly #places = new Map<string, number>();

  constructor(direction: 'above' | 'below') {
    this.#rises = direction === 'above';
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    if (this.#places.has(item.id)) return;
    this.#put(item, this.#items.length);
    this.#climb(this.#items.length - 1);
  }

  /** False when it was not here. */
  remove(id: string): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#removeAt(place);
    return true;
  }

  /** Takes out everything that the value reaches, the first reached first. */
  take(value: bigint | number): Item[] {
    const taken: Item[] = [];
    for (let top = this.#items[0]; top && this.#reaches(value, top); top = this.#items[0]) {
      taken.push(top);
      this.#removeAt(0);
    }
    return taken;
  }

  #reaches(value: bigint | number, item: Item): boolean {
    return this.#rises ? value >= item.value : value <= item.value;
  }

  #before(item: Item, other: Item): boolean {
    return this.#rises ? item.value < other.value : item.value > other.value;
  }

  #removeAt(place: number): void {
    const removed = this.#items[place];
    const last = this.#items.pop();
    if (!removed || !last) return;
    this.#places.delete(removed.id);
    if (removed === last) return;
    this.#put(last, place);
    this.#climb(place);
    this.#sink(this.#places.get(last.id) ?? place);
  }

  #climb(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (!this.#swapIfBefore(place, parent)) return;
      place = parent;
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      const [left, right] = [this.#items[2 * place + 1], this.#items[2 * place + 2]];
      if (!left) return;
      const child = right && this.#before(right, left) ? 2 * place + 2 : 2 * place + 1;
      if (!this.#swapIfBefore(child, place)) return;
      place = child;
    }
  }

  #swapIfBefore(lower: number, upper: number): boolean {
    const [below, above] = [this.#items[lower], this.#items[upper]];
    if (!below || !above || !this.#before(below, above)) return false;
    this.#put(below, upper);
    this.#put(above, lower);
    return true;
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    this.#places.set(item.id, place);
  }
}
