import { expect, it } from 'vitest';
import { KeptBytes } from './kept-bytes.ts';

it('drops what was used least recently, and never holds more than its bound', () => {
  const kept = new KeptBytes(100);
  const dropped: string[] = [];
  const keep = (name: string, bytes: number) => kept.keep(name, bytes, () => void dropped.push(name));
  for (const name of ['one', 'two', 'three']) keep(name, 30);
  kept.touch('one');
  keep('four', 30);
  expect(dropped).toEqual(['two']);
  keep('one', 60);
  expect(dropped).toEqual(['two', 'three']);
  expect(kept.bytes).toBe(90);
  keep('too large', 101);
  expect(dropped).toEqual(['two', 'three', 'four', 'one', 'too large']);
  expect([kept.bytes, kept.size]).toEqual([0, 0]);
});
