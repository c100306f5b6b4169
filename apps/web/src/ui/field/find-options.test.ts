import { expect, it } from 'vitest';
import { findOptions } from './find-options.ts';

const countries = [
  { value: 'DE', html: 'Alemania', otherNames: ['Germany'] },
  { value: 'CI', html: 'Côte d’Ivoire', otherNames: ['Côte d’Ivoire'] },
  { value: 'GE', html: 'Georgia', otherNames: ['Georgia'] },
  { value: 'NG', html: 'Nigeria', otherNames: ['Nigeria'] },
  { value: 'GB', html: 'Reino Unido', otherNames: ['United Kingdom'] },
];
const find = (typed: string) => findOptions(countries, typed).map(({ value }) => value);

it.each([
  ['nothing typed: all of them', ' ', ['DE', 'CI', 'GE', 'NG', 'GB']],
  ['by the beginning, in capitals too', 'ALE', ['DE']],
  ['by the English name, those that begin so first', 'ge', ['DE', 'GE', 'NG']],
  ['by a later word', 'unido', ['GB']],
  ['by several words', 'united k', ['GB']],
  ['without the marks of its letters', 'cote d', ['CI']],
  ['with them', 'côte', ['CI']],
  ['nothing of that name', 'xyz', []],
])('finds %s', (_what, typed, expected) => {
  expect(find(typed)).toEqual(expected);
});
