import { expect, it } from 'vitest';
import { dateOf, monthNames, partsInOrder, partsOf } from './date-parts.ts';

it('asks for the parts in the order of the language', () => {
  expect(partsInOrder('en')).toEqual(['month', 'day', 'year']);
  for (const language of ['ru', 'es', 'fr', 'it', 'pt']) {
    expect(partsInOrder(language), language).toEqual(['day', 'month', 'year']);
  }
});

it('names twelve months in the language', () => {
  expect(monthNames('ru')).toHaveLength(12);
  expect(monthNames('ru')[4]).toBe('май');
});

it('makes a day of three parts and takes it apart again', () => {
  const parts = { day: '7', month: '5', year: '1990' };
  expect(dateOf(parts)).toBe('1990-05-07');
  expect(partsOf('1990-05-07')).toEqual(parts);
});

it('is nothing while nothing is typed, and no day while a part is missing', () => {
  expect(dateOf({ day: '', month: '', year: '' })).toBe('');
  for (const part of ['day', 'month', 'year']) {
    expect(dateOf({ day: '7', month: '5', year: '1990', [part]: '' })).not.toMatch(
      /^\d{4}-(?!00)\d\d-(?!00)\d\d$/,
    );
  }
});
