import { expect, it } from 'vitest';
import { AddressTable } from './address-table.ts';

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

it('knows every address that was added, and next to none that was not', () => {
  const table = new AddressTable();
  const count = 200_000;
  for (let number = 0; number < count; number += 1) table.add(addressOf(number * 7));
  expect(table.size).toBe(count);
  let wrong = 0;
  for (let number = 0; number < count; number += 1) {
    if (!table.mayHave(addressOf(number * 7))) throw new Error(`${number} was forgotten`);
    if (table.mayHave(addressOf(number * 7 + 1))) wrong += 1;
  }
  expect(wrong).toBeLessThan(3);
  expect(table.bytes / table.size).toBeLessThan(32);
});

it('counts an address once', () => {
  const table = new AddressTable();
  for (const _ of [1, 2, 3]) table.add('bc1qexample');
  expect(table.size).toBe(1);
  expect(table.mayHave('bc1qexample')).toBe(true);
  expect(table.mayHave('bc1qexampl')).toBe(false);
});
