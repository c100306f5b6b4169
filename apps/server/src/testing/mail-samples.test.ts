import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@emporion/i18n';
import { expect, it } from 'vitest';
import { mailSamples, samplePhrase } from './mail-samples.ts';

/** The names of all templates of mails, as the source has them. */
function templatesInSource(): string[] {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  return files.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return [...source.matchAll(/export const \w+: MailTemplate<[\s\S]*?\n {2}name: '([^']+)'/g)].map(
      ([, name]) => name ?? '',
    );
  });
}

it('has a sample of every mail that any module writes', () => {
  expect([...new Set(mailSamples.map(({ template }) => template))].sort()).toEqual(
    templatesInSource().sort(),
  );
});

it.each(languages)(
  'every mail is whole in %s, as text and as HTML, under the phrase of its reader',
  (language) => {
    for (const { template, of, render } of mailSamples) {
      const { subject, text, html } = render(language);
      const name = `${template} ${of}`;
      for (const part of [subject, text, html]) {
        expect(part, name).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|\[object/);
        // A text that is missing answers with its key.
        expect(part, name).not.toMatch(
          /\b(?:mail|notifications|identity|wallet|alerts|cards)\.[a-z]\w*\.[a-z]/,
        );
      }
      expect(subject.length, name).toBeGreaterThan(3);
      expect(text, name).toContain(samplePhrase);
      expect(html, name).toContain(samplePhrase);
      expect(html, name).toContain(`<html lang="${language}">`);
      expect(html, name).toContain('prefers-color-scheme:dark');
    }
  },
);
