import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@emporion/i18n';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { LegalPage } from './legal-page.tsx';

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('legal');
});
afterEach(() => {
  cleanup();
  for (const fact of facts) delete document.documentElement.dataset[fact];
});

const facts = ['company', 'address', 'law', 'support'] as const;

const catalogues = join(import.meta.dirname, '../../../../../packages/i18n/catalogues');

function textsOf(language: string, area: string) {
  return JSON.parse(readFileSync(join(catalogues, language, `${area}.json`), 'utf8'));
}

it.each(['terms', 'privacy'] as const)('shows every section of the %s', (text) => {
  render(
    <MemoryRouter>
      <LegalPage text={text} />
    </MemoryRouter>,
  );
  const texts = textsOf('en', 'legal')[text];
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(texts.title);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    Object.values<{ title: string }>(texts.sections).map(({ title }) => title),
  );
});

it('calls itself a model while it has gaps, and is plain once the facts of the company are set', () => {
  const open = () =>
    render(
      <MemoryRouter>
        <LegalPage text="terms" />
      </MemoryRouter>,
    ).container.textContent;
  expect(open()).toContain('Emporion is run by [company name], [registered address].');
  expect(screen.getByRole('note').textContent).toMatch(/^Model text, not legal advice\./);
  cleanup();
  for (const fact of facts) document.documentElement.dataset[fact] = `the ${fact}`;
  expect(open()).toContain('Emporion is run by the company, the address.');
  expect(screen.queryByRole('note')).toBeNull();
});

it.each(languages)(
  'names both texts within the consents of the form in %s, where they are links',
  (language) => {
    const { register } = textsOf(language, 'auth');
    expect(register.terms).toContain(register.termsName);
    expect(register.privacy).toContain(register.privacyName);
  },
);
