// @vitest-environment node
import { expect, it } from 'vitest';
import { judgeSequence } from './sequence.ts';

it.each([
  ['applies a first whole state', null, 0, 'apply'],
  ['applies the next change', 4, 5, 'apply'],
  ['applies a new whole state at any time', 7, 0, 'apply'],
  ['drops a change that came before the whole state', null, 9, 'drop'],
  ['sees a gap when a change was skipped', 4, 6, 'gap'],
  ['sees a gap when a change is repeated', 4, 4, 'gap'],
] as const)('%s', (_, last, sequence, verdict) => {
  expect(judgeSequence(last, sequence)).toBe(verdict);
});
