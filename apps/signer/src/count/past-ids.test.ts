import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PastIds } from './past-ids.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

it('finds every id that was put in, in whatever order and portions, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 20 }), { maxLength: 4 }),
      (portions) => {
        let past = new PastIds(new Uint8Array());
        for (const portion of portions) past = past.with(portion.map((id) => ({ id, words: hash(id) })));
        const all = new Set(portions.flat());
        expect(past.size).toBe(all.size);
        const again = new PastIds(past.bytes);
        for (const id of all) expect(again.has(id)).toBe(true);
        expect(again.has('never put in')).toBe(false);
      },
    ),
  );
});

it('takes no table that is cut off or out of order', () => {
  const past = new PastIds(new Uint8Array()).with([
    { id: 'a', words: hash('a') },
    { id: 'b', words: hash('b') },
  ]);
  expect(() => new PastIds(past.bytes.subarray(0, 40))).toThrow(RangeError);
  const swapped = Buffer.concat([past.bytes.subarray(32), past.bytes.subarray(0, 32)]);
  expect(() => new PastIds(swapped)).toThrow(RangeError);
});
