import { describe, expect, it } from 'vitest';
import { isLanguage, languages, negotiateLanguage, wishesOfHeader } from '#languages.ts';

describe('negotiateLanguage', () => {
  it.each([
    [['ru'], 'ru'],
    [['pt-BR', 'en'], 'pt'],
    [['de-DE', 'fr-CA', 'en'], 'fr'],
    [['IT'], 'it'],
    [['es_MX'], 'es'],
    [['de', 'ja'], 'en'],
    [[], 'en'],
    [['', 'constructor', '*'], 'en'],
  ])('chooses for %j the language %s', (wishes, language) => {
    expect(negotiateLanguage(wishes)).toBe(language);
  });
});

describe('wishesOfHeader', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['ru', ['ru']],
    ['en;q=0.3, ru;q=0.9, fr', ['fr', 'ru', 'en']],
    ['de;q=0, it', ['it']],
    ['ru;q=nonsense, it;q=0.1', ['it']],
    [', ,;q=1', []],
  ])('reads %j', (header, wishes) => {
    expect(wishesOfHeader(header)).toEqual(wishes);
  });

  it('looks at no more than twenty wishes of a hostile header', () => {
    expect(wishesOfHeader('de,'.repeat(100_000))).toHaveLength(20);
  });
});

describe('isLanguage', () => {
  it('knows the six and nothing else', () => {
    expect(languages.every(isLanguage)).toBe(true);
    for (const value of ['de', 'EN', '', null, 1]) expect(isLanguage(value)).toBe(false);
  });
});
