import { readFileSync } from 'node:fs';
import { errorCatalogue, errorCodes, renderErrorsPage } from '@emporion/contracts/errors';
import { languages as wireLanguages } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { type Language, languages, loadCatalogue } from '#index.ts';
import { placeholdersOf } from '#testing/catalogue-files.ts';

async function errorTexts(language: Language): Promise<Record<string, string>> {
  return (await loadCatalogue(language, 'errors')) as Record<string, string>;
}

describe.each(languages)('the error texts in %s', (language) => {
  it('are one for each code of the catalogue and none besides', async () => {
    expect(Object.keys(await errorTexts(language))).toEqual(errorCodes);
  });

  it('fill in exactly the params that the catalogue promises', async () => {
    const texts = await errorTexts(language);
    for (const code of errorCodes) {
      expect(placeholdersOf(texts[code] ?? ''), code).toEqual([...errorCatalogue[code].params].sort());
    }
  });

  it('are sentences', async () => {
    // The specification fixes these two without a full stop.
    const fixed = new Set(['two_factor_expired', 'default_error']);
    for (const [code, text] of Object.entries(await errorTexts(language))) {
      expect(text, code).toMatch(fixed.has(code) ? /^\p{Lu}.*[^.]$/u : /^\p{Lu}.*\.$/u);
    }
  });
});

describe('the English error texts', () => {
  it.each([
    ['internal', 'Server error. Please try again.'],
    ['server_error', 'Server error. Please try again.'],
    ['default_error', 'Something went wrong'],
    ['two_factor_expired', 'Code time expired'],
  ])('say %s in the words of the specification', async (code, sentence) => {
    expect((await errorTexts('en'))[code]).toBe(sentence);
  });

  it.each([
    ['network_error', 'Network Error'],
    ['request_aborted', 'Request aborted'],
    ['request_failed', 'Request failed with status code {{status}}'],
    ['order_cost_limit', 'Order cost limit'],
  ])('begin %s with the words of the specification', async (code, beginning) => {
    expect((await errorTexts('en'))[code]?.startsWith(beginning)).toBe(true);
  });
});

describe('docs/errors.md', () => {
  it('is what the catalogue says; `npm run docs` writes it anew', async () => {
    const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    expect(page).toBe(renderErrorsPage(await errorTexts('en')));
  });
});

describe('the languages', () => {
  it('are those of the wire contract', () => {
    expect(languages).toEqual(wireLanguages);
  });
});
