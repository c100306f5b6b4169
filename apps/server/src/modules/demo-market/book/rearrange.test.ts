import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitcoin } from '../testing/bitcoin.ts';
import { type Level, ladder } from './ladder.ts';
import { type Resting, rearrange, type Step } from './rearrange.ts';

let ids = 0;
function resting({ side, price }: Level): Resting {
  ids += 1;
  return { id: String(ids), side, price, filled: 0, remaining: 1_000 };
}

/** Takes the steps one after the other, and sees to it that no bid ever meets an ask. */
function walk(orders: readonly Resting[], steps: readonly Step[]): Resting[] {
  const book = new Map(orders.map((order) => [order.id, order]));
  for (const step of steps) {
    if (step.kind === 'cancel') book.delete(step.order.id);
    else if (step.kind === 'move') book.set(step.order.id, { ...step.order, price: step.level.price });
    else {
      const order = resting(step.level);
      book.set(order.id, order);
    }
    const prices = (side: string) =>
      [...book.values()].filter((order) => order.side === side).map(({ price }) => price);
    expect(Math.max(0, ...prices('buy'))).toBeLessThan(Math.min(Number.MAX_SAFE_INTEGER, ...prices('sell')));
  }
  return [...book.values()];
}

const names = (levels: readonly Level[]) => levels.map(({ side, price }) => `${side} ${price}`).sort();

describe('rearrange', () => {
  it('leads from any ladder to any other, whatever is missing, without ever meeting itself', () => {
    const middles = fc.integer({ min: 6_000_000, max: 6_100_000 });
    fc.assert(
      fc.property(middles, middles, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (from, to, luck) => {
        const orders = ladder(bitcoin, from)
          .filter(() => luck.next().value > 1)
          .map(resting);
        const levels = ladder(bitcoin, to);
        const { back, forth } = rearrange(orders, levels);
        expect(names(walk(orders, [...back, ...forth]))).toEqual(names(levels));
      }),
    );
  });

  it('leaves everything as it is when it is right', () => {
    const levels = ladder(bitcoin, 6_400_000);
    expect(rearrange(levels.map(resting), levels)).toEqual({ back: [], forth: [] });
  });

  it('cancels the second order at one level, and one for which no level is missing', () => {
    const levels = ladder(bitcoin, 6_400_000);
    const [first] = levels;
    if (!first) throw new Error('There is no level.');
    const twin = resting(first);
    const { back, forth } = rearrange([...levels.map(resting), twin], levels);
    expect([...back, ...forth]).toEqual([{ kind: 'cancel', order: twin }]);
  });
});
