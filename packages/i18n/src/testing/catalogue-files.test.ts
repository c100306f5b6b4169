import { describe, expect, it } from 'vitest';
import { keysExpectedOf, placeholdersOf, pluralOf } from '#testing/catalogue-files.ts';

const english = new Map([
  ['shell.trades_one', '{{count}} trade'],
  ['shell.trades_other', '{{count}} trades'],
  ['errors.each_other', 'Not a plural'],
]);

describe('keysExpectedOf', () => {
  it('asks Russian for its four plural forms and English for two', () => {
    expect([...keysExpectedOf('en', english)].sort()).toEqual([...english.keys()].sort());
    expect([...keysExpectedOf('ru', english)].sort()).toEqual([
      'errors.each_other',
      'shell.trades_few',
      'shell.trades_many',
      'shell.trades_one',
      'shell.trades_other',
    ]);
  });
});

describe('pluralOf', () => {
  it('tells a plural form from a key that only ends like one', () => {
    expect(pluralOf('shell.trades_many', english)).toBe('shell.trades');
    expect(pluralOf('errors.each_other', english)).toBeUndefined();
  });
});

describe('placeholdersOf', () => {
  it('names each placeholder once, in order', () => {
    expect(placeholdersOf('{{b}} of {{ a }} and {{b}}')).toEqual(['a', 'b']);
  });
});
