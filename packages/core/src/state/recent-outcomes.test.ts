import { describe, expect, it } from 'vitest';
import { hashOfText } from './digest.ts';
import { RecentOutcomes } from './recent-outcomes.ts';

const outcome = (key: string, sequence: number) => ({
  key,
  digest: sequence,
  sequence,
  orderId: 0,
  rejection: null,
});

/** Two different texts whose hashes are equal, found by trying. */
function collidingKeys(): [string, string] {
  const seen = new Map<number, string>();
  for (let count = 0; ; count += 1) {
    const key = `key:${count}`;
    const other = seen.get(hashOfText(key));
    if (other !== undefined) return [other, key];
    seen.set(hashOfText(key), key);
  }
}

describe('recent outcomes', () => {
  it('knows at least a generation and at most two', () => {
    const outcomes = new RecentOutcomes(10);
    for (let count = 1; count <= 100; count += 1) {
      outcomes.add(outcome(`key:${count}`, count));
      for (let newest = Math.max(1, count - 9); newest <= count; newest += 1) {
        expect(outcomes.get(`key:${newest}`)?.sequence).toBe(newest);
      }
      expect(outcomes.get(`key:${count - 20}`)).toBeUndefined();
    }
  });

  it('tells keys with the same hash apart', () => {
    const [first, second] = collidingKeys();
    const outcomes = new RecentOutcomes(10);
    outcomes.add(outcome(first, 1));
    expect(outcomes.get(second)).toBeUndefined();
    outcomes.add(outcome(second, 2));
    expect([outcomes.get(first)?.sequence, outcomes.get(second)?.sequence]).toEqual([1, 2]);
    const copy = RecentOutcomes.from(10, outcomes.generations());
    expect(copy.generations()).toEqual(outcomes.generations());
  });
});
