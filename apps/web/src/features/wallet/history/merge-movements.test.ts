import { describe, expect, it } from 'vitest';
import { sampleMovement } from '../testing/sample-movement.ts';
import { type MovementPage, type MovementPages, mergeNewest, takeRecords } from './merge-movements.ts';

/** Movements by their numbers: a higher one is newer. */
const page = (numbers: readonly number[], next: string | null): MovementPage => ({
  results: numbers.map((number) =>
    sampleMovement({ id: `m${number}`, date: new Date(1_700_000_000_000 + number * 1_000).toISOString() }),
  ),
  next,
});
const pagesOf = (...pages: MovementPage[]): MovementPages => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? null : `after ${index}`)),
});
const shown = ({ pages }: MovementPages) =>
  pages.flatMap(({ results }) => results.map(({ id }) => Number(id.slice(1))));

describe('the first page, read again', () => {
  const before = pagesOf(page([9, 8, 7], 'after 7'), page([6, 5, 4], 'after 4'));

  it('puts what is new in front and keeps all that was read, once', () => {
    const merged = mergeNewest(before, page([11, 10, 9], 'after 9'));
    expect(shown(merged)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
    expect(merged.pages.at(-1)?.next).toBe('after 4');
    expect(merged.pageParams).toHaveLength(merged.pages.length);
  });

  it('changes nothing when nothing is new', () => {
    expect(shown(mergeNewest(before, page([9, 8, 7], 'after 7')))).toEqual([9, 8, 7, 6, 5, 4]);
  });

  it('takes away what no longer fits the filter', () => {
    expect(shown(mergeNewest(before, page([9, 7, 6], 'after 6')))).toEqual([9, 7, 6, 5, 4]);
  });

  it('is all there is when nothing comes after it', () => {
    expect(shown(mergeNewest(before, page([9], null)))).toEqual([9]);
    expect(shown(mergeNewest(before, page([], null)))).toEqual([]);
  });

  it('begins the list again when so much is new that there may be a gap', () => {
    const merged = mergeNewest(before, page([30, 29, 28], 'after 28'));
    expect(shown(merged)).toEqual([30, 29, 28]);
    expect(merged.pages.at(-1)?.next).toBe('after 28');
  });
});

describe('what the socket tells', () => {
  const before = pagesOf(page([3, 2], 'after 2'), page([1], null));
  const record = {
    id: 'm1',
    kind: 'deposit',
    coin: 'BTC',
    amount: '0.5',
    status: 'completed',
    updated: Date.parse('2026-11-17T10:05:00.000Z') / 1_000,
    confirmations: 2,
    confirmations_required: 2,
  } as const;

  it('changes the row that it is about, however far down, and no other page', () => {
    const after = takeRecords(before, [record]);
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]?.results[0]).toMatchObject({ id: 'm1', status: 'completed', confirmations: 2 });
  });

  it('changes nothing when it tells nothing new, or something older', () => {
    expect(takeRecords(before, [{ ...record, status: 'confirming', confirmations: 1 }])).toBe(before);
    expect(takeRecords(before, [{ ...record, updated: 1 }])).toBe(before);
    expect(takeRecords(before, [{ ...record, id: 'of another list' }])).toBe(before);
  });
});
