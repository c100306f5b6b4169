// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { indexAfterKey, indexAfterTyping } from './list-navigation.ts';
import { placePopup } from './place-popup.ts';
import { createTypeAhead } from './type-ahead.ts';

const networks = ['Binance', 'Bitcoin', 'Ethereum', 'Tron'];

describe('walking a list', () => {
  it('wraps around at both ends', () => {
    expect(indexAfterKey('ArrowDown', { current: 3, count: 4 })).toBe(0);
    expect(indexAfterKey('ArrowUp', { current: 0, count: 4 })).toBe(3);
  });

  it('moves nowhere in an empty list or on another key', () => {
    expect(indexAfterKey('ArrowDown', { current: -1, count: 0 })).toBeUndefined();
    expect(indexAfterKey('x', { current: 0, count: 4 })).toBeUndefined();
  });

  it('walks through the entries of one letter', () => {
    expect(indexAfterTyping(networks, { current: 0, typed: 'b' })).toBe(1);
    expect(indexAfterTyping(networks, { current: 1, typed: 'bb' })).toBe(0);
  });

  it('finds a word and stays on the entry that still fits', () => {
    expect(indexAfterTyping(networks, { current: 0, typed: 'bit' })).toBe(1);
    expect(indexAfterTyping(networks, { current: 1, typed: 'bit' })).toBe(1);
    expect(indexAfterTyping(networks, { current: 0, typed: 'zz' })).toBeUndefined();
  });

  it('forgets letters after a while', () => {
    let now = 0;
    const letters = createTypeAhead(() => now);
    letters.add('e');
    expect(letters.add('t')).toBe('et');
    now = 601;
    expect(letters.add('t')).toBe('t');
  });
});

describe('placing a popup', () => {
  const viewport = { width: 400, height: 800 };
  const popup = { width: 160, height: 200 };

  it('stands below its anchor and inside the viewport', () => {
    const anchor = { top: 10, left: 380, width: 20, height: 30 };
    expect(placePopup({ anchor, popup, viewport, align: 'start' })).toMatchObject({ top: 44, left: 232 });
  });

  it('stands above when there is no room below', () => {
    const anchor = { top: 750, left: 10, width: 20, height: 30 };
    expect(placePopup({ anchor, popup, viewport, align: 'start' }).top).toBe(546);
  });

  it('shrinks where neither side has room enough', () => {
    const anchor = { top: 390, left: 10, width: 20, height: 30 };
    const tall = { width: 160, height: 2000 };
    expect(placePopup({ anchor, popup: tall, viewport, align: 'end' })).toEqual({
      top: 8,
      left: 8,
      maxHeight: 378,
    });
  });
});
