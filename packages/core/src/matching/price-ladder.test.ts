import { describe, expect, it } from 'vitest';
import { SeededRandom } from '#testing/seeded-random.ts';
import type { Order } from './order.ts';
import { PriceLadder } from './price-ladder.ts';

/** All that a ladder asks of an order. */
const standIn = (id: number) => ({ id }) as Order;

const count = 2_000;
const rising = Array.from({ length: count }, (_, index) => index + 1);
const shuffled = rising.toSorted((left, right) => ((left * 7_919) % count) - ((right * 7_919) % count));

function pricesOf(ladder: PriceLadder): number[] {
  const prices: number[] = [];
  for (let level = ladder.best; level; level = level.worse) prices.push(level.price);
  return prices;
}

describe.each([
  ['rising', 1],
  ['falling', -1],
] as const)('a %s ladder', (direction, sign) => {
  it.each([
    ['rising', rising],
    ['falling', rising.toReversed()],
    ['mixed', shuffled],
  ])('has the best price first after each of two thousand prices that come %s and go again', (_, prices) => {
    const ladder = new PriceLadder(direction);
    const orders = prices.map((price) => ({ price, order: standIn(price) }));
    let best: number | undefined;
    for (const { price, order } of orders) {
      ladder.add(order, price);
      if (best === undefined || price * sign < best * sign) best = price;
      expect(ladder.best?.price).toBe(best);
    }
    expect(pricesOf(ladder)).toEqual(sign === 1 ? rising : rising.toReversed());
    const left = new Set(rising);
    for (const { price, order } of orders.slice(0, count - 100)) {
      ladder.remove(order);
      left.delete(price);
    }
    expect(pricesOf(ladder)).toEqual([...left].sort((one, other) => (one - other) * sign));
  });

  it('keeps its order through a long and random life', () => {
    const random = new SeededRandom(5);
    const ladder = new PriceLadder(direction);
    const open: { price: number; order: Order }[] = [];
    for (let step = 1; step <= 20_000; step += 1) {
      const grows = random.chance(step % 4_000 < 3_000 ? 0.7 : 0.2);
      const gone = grows ? undefined : open.splice(random.below(Math.max(open.length, 1)), 1)[0];
      if (gone) ladder.remove(gone.order);
      else {
        const price = random.between(1, 5_000);
        const order = standIn(step);
        ladder.add(order, price);
        open.push({ price, order });
      }
      if (step % 500 !== 0) continue;
      const expected = [...new Set(open.map(({ price }) => price))].sort(
        (one, other) => (one - other) * sign,
      );
      expect(pricesOf(ladder)).toEqual(expected);
    }
  });
});
