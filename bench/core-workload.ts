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
  readonly accounts: number;
  /** Limit orders that stand on the book before the mix begins. */
  readonly standing: number;
  readonly count: number;
}

const spread = 100;

/**
 * A standing book, then a mix: limit orders near a slowly moving mid price (48 in 100 operations; one in ten of them crosses it), cancels of
 * orders placed before (44), market orders (8). The distance from the mid is the product of two even chances, so most orders
 * are close to it and none is further away than 100 ticks. The same seed gives the same operations.
 */
export function generateWorkload({ seed, accounts, standing, count }: WorkloadOptions): Operation[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const operations: Operation[] = [];
  const open: number[] = [];
  let mid = 50_000;
  const limit = (nearest: number) => {
    const side = random() < 0.5 ? 'buy' : 'sell';
    const distance = nearest + Math.floor(random() * random() * spread);
    const price = side === 'buy' ? mid - distance : mid + distance;
    open.push(operations.length);
    operations.push({ kind: 'limit', account: below(accounts), side, price, quantity: 1 + below(100) });
  };
  for (let index = 0; index < standing; index += 1) limit(1);
  for (let index = 0; index < count; index += 1) {
    if (index % 100 === 0) mid += below(3) - 1;
    const dice = random();
    if (dice < 0.48 || open.length === 0) limit(-1);
    else if (dice < 0.92) {
      const position = below(open.length);
      const placedBy = open[position] as number;
      open[position] = open[open.length - 1] as number;
      open.pop();
      operations.push({ kind: 'cancel', account: (operations[placedBy] as Operation).account, placedBy });
    } else {
      const side = random() < 0.5 ? 'buy' : 'sell';
      operations.push({ kind: 'market', account: below(accounts), side, quantity: 1 + below(100) });
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
