import { expect, it } from 'vitest';
import { firstRight } from './first-right.ts';

async function compared(hashes: (string | undefined)[]) {
  const seen: (string | undefined)[] = [];
  const place = await firstRight(hashes, async (hash) => {
    seen.push(hash);
    return hash === 'right';
  });
  return { place, count: seen.length };
}

it.each([[['wrong', 'wrong']], [['wrong', undefined]], [[undefined, 'wrong']], [[undefined, undefined]]])(
  'compares as often for %j as for any others that are wrong',
  async (hashes) => {
    expect(await compared(hashes)).toEqual({ place: undefined, count: 2 });
  },
);

it('tells which one was right, and compares no more', async () => {
  expect(await compared(['right', 'wrong'])).toEqual({ place: 0, count: 1 });
  expect(await compared([undefined, 'right'])).toEqual({ place: 1, count: 2 });
});
