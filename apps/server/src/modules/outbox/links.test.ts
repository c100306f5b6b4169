import { describe, expect, it } from 'vitest';
import { linksOf, splitLinks } from './links.ts';

describe('linksOf', () => {
  it('finds addresses without the stop that follows them', () => {
    expect(linksOf('Go to https://a.test/x?y=1&z=2#t. Or (http://b.test/)!')).toEqual([
      'https://a.test/x?y=1&z=2#t',
      'http://b.test/',
    ]);
  });

  it('names an address once', () => {
    expect(linksOf('https://a.test https://a.test')).toEqual(['https://a.test']);
  });

  it('takes nothing else for an address', () => {
    expect(linksOf('javascript:alert(1) ftp://a.test a.test')).toEqual([]);
  });
});

describe('splitLinks', () => {
  it('loses no character', () => {
    const text = 'Reset:\nhttps://a.test/reset/1/2.\n\nBye https://b.test';
    const pieces = splitLinks(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ kind }) => kind === 'link')).toHaveLength(2);
  });
});
