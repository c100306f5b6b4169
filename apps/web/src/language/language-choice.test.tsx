import { expect, it } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { chooseLanguage, startingLanguage } from './language-choice.ts';

it.each([
  ['takes the stored language first', 'ru', 'fr', 'ru'],
  ['takes that of the page, which the server chose', null, 'pt', 'pt'],
  ['does not trust a stored word that is no language of ours', 'tlh', 'it', 'it'],
  ['falls back to English', null, '', 'en'],
] as const)('%s', (_, stored, ofPage, expected) => {
  expect(chooseLanguage(stored, ofPage)).toBe(expected);
});

it('passes over a language that the operator does not offer', () => {
  expect(chooseLanguage('ru', 'fr', ['es', 'fr'])).toBe('fr');
  expect(chooseLanguage('ru', 'pt', ['es', 'fr'])).toBe('es');
});

it('reads the choice from the key planguage', () => {
  const storage = memoryStore();
  storage.setItem('planguage', 'es');
  expect(startingLanguage(storage)).toBe('es');
});
