import { expect, it } from 'vitest';
import { carefulRate } from './careful-rates.ts';

const hours = (count: number, value: bigint) => Array.from({ length: count }, () => ({ value, at: 1 }));
const none = (count: number) => Array.from({ length: count }, () => undefined);
const now = (value: bigint) => ({ value, at: 2 });

it.each([
  ['its last price when that is the lower one', [...hours(24, 100n), now(90n)], 90n],
  ['what it usually was when it was driven up a moment ago', [...hours(24, 100n), now(9_000n)], 100n],
  [
    'what it usually was when it was driven up for hours',
    [...hours(11, 9_000n), ...hours(13, 100n), now(9_000n)],
    100n,
  ],
  ['nothing when nobody traded it until of late', [...hours(6, 9_000n), ...none(18), now(9_000n)], undefined],
  ['nothing when it has no price', [...hours(24, 100n), undefined], undefined],
])('a coin that stays for a card payment is worth %s', (_what, known, worth) => {
  expect(carefulRate(known)?.value).toBe(worth);
});
