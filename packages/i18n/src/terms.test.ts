import { describe, expect, it } from 'vitest';
import { languages } from '#languages.ts';
import { readTexts, translations } from '#testing/catalogue-files.ts';
import { alwaysNamed, saidOtherwise, terms } from '#testing/terms.ts';

const bare = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '');
const english = readTexts('en');

describe.each(languages)('the terms in %s', (language) => {
  it('name the same things as in English', () => {
    expect([...terms[language].keys()]).toEqual([...terms.en.keys()]);
  });

  it('are used by the catalogues, and are none of the words that they replace', () => {
    const texts = [...readTexts(language).values()].map(bare);
    const wrong = [...terms[language]].filter(
      ([, { word, as, never }]) =>
        !as.test(word) || never.some((other) => other.test(word)) || !texts.some((text) => as.test(text)),
    );
    expect(wrong.map(([thing]) => thing)).toEqual([]);
  });
});

describe.each(translations)('the texts in %s', (language) => {
  it('name a thing wherever English does, and by its one name', () => {
    const wrong: string[] = [];
    for (const [key, text] of readTexts(language))
      for (const thing of alwaysNamed)
        if (
          terms.en.get(thing)?.as.test(bare(english.get(key) ?? '')) &&
          !terms[language].get(thing)?.as.test(bare(text)) &&
          !saidOtherwise[key]?.includes(language)
        )
          wrong.push(`${key}: ${text} (${thing}: ${terms[language].get(thing)?.word})`);
    expect(wrong).toEqual([]);
  });
});

it('keeps a list of exceptions that are still needed', () => {
  const needless = Object.entries(saidOtherwise).filter(([key, list]) =>
    list.some((language) =>
      alwaysNamed.every(
        (thing) =>
          !terms.en.get(thing)?.as.test(bare(english.get(key) ?? '')) ||
          terms[language].get(thing)?.as.test(bare(readTexts(language).get(key) ?? '')),
      ),
    ),
  );
  expect(needless).toEqual([]);
});
