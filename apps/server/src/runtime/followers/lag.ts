/** A sample of when a batch became durable, taken at most so often. */
const sampleMs = 50;
const samplesMax = 20_000;

/** Measures for how long the oldest batch that cannot be seen yet has been waiting. */
export class Lag {
  readonly #samples: { readonly batch: number; readonly at: number }[] = [];

  committed(batch: number, at: number): void {
    const last = this.#samples.at(-1);
    if (last && (at - last.at < sampleMs || this.#samples.length >= samplesMax)) return;
    this.#samples.push({ batch, at });
  }

  reached(batch: number): void {
    let count = 0;
    while ((this.#samples[count]?.batch ?? Number.POSITIVE_INFINITY) <= batch) count += 1;
    this.#samples.splice(0, count);
  }

  seconds(now: number): number {
    const oldest = this.#samples[0];
    return oldest ? Math.max(0, now - oldest.at) / 1_000 : 0;
  }
}
