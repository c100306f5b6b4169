// @vitest-environment node
import { expect, it } from 'vitest';
import { type Book, emptyBook, takeBookMessage } from '#market/book-state.ts';
import { fromUnits, toUnits } from '#market/units.ts';
import { depthOf, distancePercent, pointAt, zoomMax, zoomMin } from './depth-model.ts';

const book = takeBookMessage(emptyBook, {
  sequence: 0,
  bids: [
    ['99', '1'],
    ['98', '2'],
    ['90', '50'],
  ],
  asks: [
    ['101', '2'],
    ['103', '4'],
  ],
});
const depth = depthOf(book);

it('reaches as far to one side as to the other, so that the middle stays in the middle', () => {
  expect([depth?.midUnits, depth?.reachUnits].map((units) => fromUnits(units ?? 0n))).toEqual(['100', '3']);
  expect(depth?.bids.map(({ priceUnits }) => fromUnits(priceUnits))).toEqual(['99', '98']);
  expect(fromUnits(depth?.mostUnits ?? 0n)).toBe('6');
});

it('sums amounts and values from the middle outward', () => {
  const { amountUnits = 0n, valueUnits = 0n } = depth?.bids[1] ?? {};
  expect([fromUnits(amountUnits), fromUnits(valueUnits)]).toEqual(['3', '295']);
});

it('tells what can be had at a price, on either side, and nothing within the spread', () => {
  const at = (price: string) => depth && pointAt(depth, toUnits(price))?.amountUnits;
  expect(
    [at('98.5'), at('98'), at('101'), at('102.9'), at('103')].map((units) => fromUnits(units ?? 0n)),
  ).toEqual(['1', '3', '2', '2', '6']);
  expect(at('100.5')).toBeUndefined();
  expect(at('99.5')).toBeUndefined();
});

it('tells the distance from the middle in percent', () => {
  expect(depth && [distancePercent(depth, toUnits('98')), distancePercent(depth, toUnits('101.5'))]).toEqual([
    '-2',
    '1.5',
  ]);
});

const levels = (sign: 1 | -1, far: number): [string, string][] => [
  ...Array.from({ length: 8 }, (_, index): [string, string] => [`${1000 + sign * (index + 1)}`, '1']),
  [`${1000 + sign * far}`, '500'],
];
const bookWith = (bids: [string, string][], asks: [string, string][]) =>
  takeBookMessage(emptyBook, { sequence: 0, bids, asks });
const reachOf = (of: Book, zoom?: number) => fromUnits(depthOf(of, zoom)?.reachUnits ?? 0n);

it('begins with where most of the book is, and shows more or less of it on demand', () => {
  const far = bookWith(levels(-1, 50), levels(1, 50));
  expect([0, 1, 0.5, -1, zoomMin, zoomMax].map((zoom) => reachOf(far, zoom))).toEqual([
    '14',
    '7',
    '9.899498',
    '28',
    '50',
    '1.25',
  ]);
  const ends = [0, zoomMin, zoomMax].map((zoom) => depthOf(far, zoom));
  expect(ends.map((end) => [end?.canZoomIn, end?.canZoomOut])).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
});

it('begins with a window around the middle where one far order is half of a side', () => {
  const few = bookWith(
    [
      ['999', '1'],
      ['500', '80'],
    ],
    levels(1, 5),
  );
  expect(reachOf(few)).toBe('20');
  expect(fromUnits(depthOf(few)?.mostUnits ?? 0n)).toBe('508');
});

it('is as wide as the longer side where the other has a single order next to the middle', () => {
  expect(reachOf(bookWith(levels(-1, 50), [['1001', '1']]))).toBe('14');
});

it('has no picture of half a book', () => {
  expect(depthOf(emptyBook)).toBeNull();
  expect(depthOf({ ...book, asks: [] })).toBeNull();
});
