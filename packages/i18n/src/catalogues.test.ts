import { describe, expect, it } from 'vitest';
import { languages } from '#languages.ts';
import {
  keysExpectedOf,
  placeholdersOf,
  pluralOf,
  readTexts,
  translations,
} from '#testing/catalogue-files.ts';
import { sameAsEnglish } from '#testing/same-as-english.ts';

const english = readTexts('en');

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''));
}

describe.each(languages)('the catalogues in %s', (language) => {
  const texts = readTexts(language);

  it('have the same keys as English, with the plural forms of their language', () => {
    const expected = keysExpectedOf(language, english);
    expect({
      missing: [...expected].filter((key) => !texts.has(key)),
      surplus: [...texts.keys()].filter((key) => !expected.has(key)),
    }).toEqual({ missing: [], surplus: [] });
  });

  it('leave no text empty or with spaces at its ends', () => {
    expect([...texts].filter(([, text]) => text.trim() === '' || text.trim() !== text)).toEqual([]);
  });

  it('fill in the same placeholders as English', () => {
    const wrong: string[] = [];
    for (const [key, text] of texts) {
      const plural = pluralOf(key, english);
      const allowed = placeholdersOf(english.get(plural === undefined ? key : `${plural}_other`) ?? '');
      const used = placeholdersOf(text);
      // One thing can be said without its number ("a trade"), so a plural form may leave the count out.
      const needed = plural === undefined ? allowed : allowed.filter((name) => name !== 'count');
      const fits =
        used.every((name) => allowed.includes(name)) && needed.every((name) => used.includes(name));
      if (!fits) wrong.push(key);
    }
    expect(wrong).toEqual([]);
  });

  it('hold no markup and no reference to another key', () => {
    expect([...texts].filter(([, text]) => /<\/?[a-z]|\$t\(/i.test(text))).toEqual([]);
  });
});

describe.each(translations)('the translation into %s', (language) => {
  it('leaves nothing in English but what may stay so', () => {
    const left = [...readTexts(language)].filter(([key, text]) => {
      const allowed = sameAsEnglish[key];
      return text === english.get(key) && hasLetters(text) && allowed !== '*' && !allowed?.includes(language);
    });
    expect(left).toEqual([]);
  });
});

describe('the list of texts that equal English', () => {
  it('names only texts that exist and do', () => {
    const needless = Object.entries(sameAsEnglish).filter(([key, allowed]) => {
      const text = english.get(key);
      const listed = allowed === '*' ? translations : allowed;
      const same = listed.filter((language) => readTexts(language).get(key) === text);
      return text === undefined || (allowed === '*' ? same.length === 0 : same.length < listed.length);
    });
    expect(needless).toEqual([]);
  });
});
