import { expect, it } from 'vitest';
import { mistakesBetween } from './edit-distance.ts';
import { folded } from './words.ts';

it.each([
  ['deposit', 'deposit', 0],
  ['depsoit', 'deposit', 1],
  ['withdrawl', 'withdrawal', 1],
  ['virment', 'virements', 1.5],
  ['virment', 'vient', 2],
  ['fees', 'fee', 1],
])('counts the slips from %s to %s', (typed, word, mistakes) => {
  expect(mistakesBetween(typed, word)).toBe(mistakes);
});

it('compares words without accents, and Cyrillic ones by letters that every database knows', () => {
  expect(folded('Verificação')).toBe('verificacao');
  expect(folded('ёлка')).toBe(folded('елка'));
  expect(folded('вывод')).toBe('vyvod');
  expect(folded('пополнение')).toMatch(/^[a-z]+$/);
});
