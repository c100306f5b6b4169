import { describe, expect, it } from 'vitest';
import { languages } from '#languages.ts';
import { bannedWords } from '#testing/banned-words.ts';
import { readTexts } from '#testing/catalogue-files.ts';

describe.each(languages)('the texts in %s', (language) => {
  it('use one word for one thing', () => {
    const wrong = [...readTexts(language)].flatMap(([key, text]) =>
      bannedWords[language]
        .filter(({ pattern }) => pattern.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
        .map(({ reason }) => `${key}: ${text} (${reason})`),
    );
    expect(wrong).toEqual([]);
  });
});

it.each([
  ['en', 'Payouts are frozen.'],
  ['en', 'We sent you a mail.'],
  ['ru', 'Отменить заявку'],
  ['fr', 'Un mail est en route.'],
  ['it', 'Il tuo ordine'],
] as const)('would refuse in %s: %s', (language, text) => {
  expect(bannedWords[language].some(({ pattern }) => pattern.test(text))).toBe(true);
});
