/** One operation of the generated workload. Prices and quantities are whole units of the market. */
export type Operation =
  | {
      readonly kind: 'limit';
      readonly account: number;
      readonly side: 'buy' | 'sell';
      readonly price: number;
      readonly quantity: number;
    }
  | {
      readonly kind: 'market';
      readonly account: number;
      readonly side: 'buy' | 'sell';
      readonly quantity: number;
    }
  /** Cancels the order that the numbered limit operation placed, if it is still open. */
  | { readonly kind: 'cancel'; readonly account: number; readonly placedBy: number };

export interface WorkloadOptions {
  readonly seed: number;
  readonly count: number;
  readonly accounts: number;
}

/**
 * Limit orders around a slowly moving mid price (half of all operations), cancels of earlier ones (four in ten), and market orders (one in
 * ten). The same seed gives the same operations.
 */
export function generateWorkload({ seed, count, accounts }: WorkloadOptions): Operation[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const operations: Operation[] = [];
  const placed: number[] = [];
  let mid = 50_000;
  for (let index = 0; index < count; index += 1) {
    if (index % 64 === 0) mid = Math.max(10_000, mid + below(21) - 10);
    const dice = random();
    const account = below(accounts);
    const side = random() < 0.5 ? 'buy' : 'sell';
    if (dice < 0.4 && placed.length > 0) {
      const position = below(placed.length);
      const placedBy = placed[position] as number;
      placed[position] = placed[placed.length - 1] as number;
      placed.pop();
      operations.push({ kind: 'cancel', account: (operations[placedBy] as Operation).account, placedBy });
    } else if (dice < 0.5) {
      operations.push({ kind: 'market', account, side, quantity: 1 + below(200) });
    } else {
      // Most orders stand a little away from the mid price, and a few cross it.
      const distance = Math.floor(random() * random() * 400) - 8;
      placed.push(index);
      operations.push({
        kind: 'limit',
        account,
        side,
        price: side === 'buy' ? mid - distance : mid + distance,
        quantity: 1 + below(100),
      });
    }
  }
  return operations;
}

/** A small generator of numbers from 0 to 1 that only depends on its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
