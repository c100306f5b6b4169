import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Threshold, ThresholdHeap } from './threshold-heap.ts';

type Step =
  | { readonly kind: 'add' | 'take'; readonly value: number }
  | { readonly kind: 'remove'; readonly id: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'take' as const), value: fc.nat(60) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.nat(80) }),
);

it.each(['above', 'below'] as const)(
  'takes what a plain list would, whatever came before: %s',
  (direction) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const heap = new ThresholdHeap<Threshold>(direction);
        let plain: Threshold[] = [];
        let ids = 0;
        for (const each of steps) {
          if (each.kind === 'add') {
            const item = { id: String(ids), value: BigInt(each.value) };
            ids += 1;
            heap.add(item);
            plain.push(item);
          } else if (each.kind === 'remove') {
            const known = plain.some(({ id }) => id === String(each.id));
            expect(heap.remove(String(each.id))).toBe(known);
            plain = plain.filter(({ id }) => id !== String(each.id));
          } else {
            const reached = (item: Threshold) =>
              direction === 'above' ? each.value >= item.value : each.value <= item.value;
            const sign = direction === 'above' ? 1 : -1;
            const expected = plain.filter(reached);
            const taken = heap.take(each.value);
            expect(taken.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
            const values = taken.map(({ value }) => Number(value));
            expect(values).toEqual([...values].sort((left, right) => sign * (left - right)));
            plain = plain.filter((item) => !reached(item));
          }
          expect(heap.size).toBe(plain.length);
        }
      }),
    );
  },
);

it('holds one id once', () => {
  const heap = new ThresholdHeap<Threshold>('above');
  heap.add({ id: 'a', value: 5n });
  heap.add({ id: 'a', value: 7n });
  expect(heap.take(9)).toEqual([{ id: 'a', value: 5n }]);
});

it('looks at thousands without touching them', () => {
  const heap = new ThresholdHeap<Threshold>('above');
  let compared = 0;
  for (let index = 0; index < 20_000; index += 1)
    heap.add({
      id: String(index),
      get value() {
        compared += 1;
        return BigInt(1_000 + ((index * 7_919) % 20_000));
      },
    });
  compared = 0;
  expect(heap.take(999)).toEqual([]);
  expect(compared).toBe(1);
  expect(heap.take(1_000)).toHaveLength(1);
  expect(compared).toBeLessThan(100);
});
