// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { clampPage, pageCountOf, pageWindow } from './page-window.ts';

describe('the window of pages', () => {
  it.each([
    [1, 9, [1, 2, 3, 4, 5]],
    [2, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [2, 3, [1, 2, 3]],
    [1, 1, [1]],
    [1, 0, []],
  ])('offers around page %i of %i the pages %j', (page, pageCount, pages) => {
    expect(pageWindow({ page, pageCount })).toEqual(pages);
  });

  it('counts a page for a started one and one for none', () => {
    expect(pageCountOf({ rows: 11, pageSize: 5 })).toBe(3);
    expect(pageCountOf({ rows: 0, pageSize: 5 })).toBe(1);
  });

  it('goes back to the last page when rows went away', () => {
    expect(clampPage(4, 2)).toBe(2);
    expect(clampPage(0, 2)).toBe(1);
  });
});
