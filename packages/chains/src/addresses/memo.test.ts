import { describe, expect, it } from 'vitest';
import { isValidMemo } from './memo.ts';

describe('a destination tag', () => {
  it.each(['0', '1', '4294967295'])('can be %s', (text) => expect(isValidMemo('tag', text)).toBe(true));

  it.each(['', '00', '01', '-1', '+1', '1.0', '1e3', '4294967296', '99999999999', ' 1', '1\n', '１', '0x1'])(
    'cannot be %j',
    (text) => expect(isValidMemo('tag', text)).toBe(false),
  );
});

describe('a memo', () => {
  it.each(['a', 'order 7', 'ключ', '🙂', 'x'.repeat(128)])('can be %s', (text) =>
    expect(isValidMemo('memo', text)).toBe(true),
  );

  it.each([
    '',
    ' a',
    'a ',
    'a\nb',
    'a\0b',
    '\u202ea',
    '\ud800',
    'a\u2028b',
    'x'.repeat(129),
    '🙂'.repeat(33),
  ])('cannot be %j', (text) => expect(isValidMemo('memo', text)).toBe(false));
});
