/** For so long one thing is asked for again and again. */
const measureMs = 2_000;

/** How many milliseconds it takes: the median of two seconds, or as long as is said, one after another. */
export async function milliseconds(ask: () => Promise<unknown>, forMs = measureMs): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  do {
    const begin = performance.now();
    await ask();
    times.push(performance.now() - begin);
  } while (performance.now() < end);
  times.sort((one, other) => one - other);
  return Number((times[times.length >> 1] ?? 0).toFixed(2));
}

/** How often that is possible in a second. In digits that count: what takes half a minute is not zero. */
export function rate(pageMs: number): number {
  return Number((1_000 / pageMs).toPrecision(3));
}
