import { isSafeTarget, parseMarkdown } from '@emporion/contracts/markdown';
import { languages } from '@emporion/i18n';
import { bannedWords } from '@emporion/i18n/banned-words';
import { expect, it } from 'vitest';
import { readArticleFiles } from './article-files.ts';

const files = readArticleFiles();
const known = new Set(files.map(({ slug }) => slug));
const texts = files.flatMap(({ slug, texts: byLanguage }) =>
  languages.map((language) => ({ name: `${slug}/${language}`, language, text: byLanguage[language] })),
);
const shapeOf = (body: string) => parseMarkdown(body).map(({ kind }) => kind);

it('has every article in six languages, with the same parts in the same order', () => {
  for (const { slug, texts: byLanguage } of files) {
    expect(Object.keys(byLanguage), slug).toEqual([...languages]);
    const shape = shapeOf(byLanguage.en.body);
    for (const language of languages)
      expect(shapeOf(byLanguage[language]?.body ?? ''), `${slug}/${language}`).toEqual(shape);
  }
});

it('leads only to articles that there are, and the same way in every language', () => {
  const targetsOf = (body: string) => [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
  for (const { slug, related, texts: byLanguage } of files) {
    expect(related.filter((other) => !known.has(other) || other === slug)).toEqual([]);
    const targets = targetsOf(byLanguage.en.body);
    for (const to of targets) {
      expect(isSafeTarget(to), to).toBe(true);
      if (to.startsWith('/support/articles/')) expect(known).toContain(to.slice('/support/articles/'.length));
    }
    for (const { body } of Object.values(byLanguage)) expect(targetsOf(body), slug).toEqual(targets);
  }
});

it.each(texts)('speaks in $name as everywhere else', ({ language, text }) => {
  const { title = '', summary = '', body = '' } = text ?? {};
  const words = `${title}\n${summary}\n${body.replaceAll(/\]\([^)]*\)/g, ']')}`;
  for (const { pattern, reason } of bannedWords[language])
    expect(pattern.exec(words)?.[0], reason).toBeUndefined();
  expect(/"/.exec(words)).toBeNull();
  expect(/[[\]*`]/.exec(summary)).toBeNull();
  if (language === 'fr') expect(/.{10}[^\u00a0\u202f][:;!?»](?=\s|$|\*)/m.exec(words)?.[0]).toBeUndefined();
});
