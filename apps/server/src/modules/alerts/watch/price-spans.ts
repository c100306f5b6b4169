/** The lowest and highest price since a moment; neither where nothing was traded. */
export interface PriceSpan {
  readonly pair: string;
  low: number;
  high: number;
}

/**
 * Remembers what happens to a price while an alert is being written down, so that nothing is missed between the moment at which it was asked for and
 * the moment from which it is watched.
 */
export class PriceSpans {
  readonly #open = new Set<PriceSpan>();

  begin(pair: string): PriceSpan {
    const span = { pair, low: Number.POSITIVE_INFINITY, high: 0 };
    this.#open.add(span);
    return span;
  }

  end(span: PriceSpan): void {
    this.#open.delete(span);
  }

  note(pair: string, price: number): void {
    for (const span of this.#open) {
      if (span.pair !== pair) continue;
      span.low = Math.min(span.low, price);
      span.high = Math.max(span.high, price);
    }
  }
}
