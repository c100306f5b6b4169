import { expect, it } from 'vitest';
import { memoryStore } from '#api/browser-storage.ts';
import { chooseLanguage, startingLanguage } from './language-choice.ts';

it.each([
  ['takes the stored language first', 'ru', ['fr-FR', 'en'], 'ru'],
  ['takes the browser’s first language that we speak', null, ['de', 'pt-BR', 'en'], 'pt'],
  ['does not trust a stored word that is no language of ours', 'tlh', ['it'], 'it'],
  ['falls back to English', null, ['de', 'ja'], 'en'],
] as const)('%s', (_, stored, preferred, expected) => {
  expect(chooseLanguage(stored, preferred)).toBe(expected);
});

it('passes over a language that the operator does not offer', () => {
  expect(chooseLanguage('ru', ['fr'], ['es', 'fr'])).toBe('es');
  expect(chooseLanguage(null, ['fr'], ['es', 'fr'])).toBe('fr');
});

it('reads the choice from the key planguage', () => {
  const storage = memoryStore();
  storage.setItem('planguage', 'es');
  expect(startingLanguage(storage)).toBe('es');
});
