import { describe, expect, it } from 'vitest';
import { ibanGroups, isCardNumber, isIban, isPayeerAccount, plainIban } from './account-numbers.ts';

describe('a card number', () => {
  it.each(['4242 4242 4242 4242', '5555-5555-5555-4444', '378282246310005', '6011111111111117'])(
    '%s is one',
    (text) => expect(isCardNumber(text)).toBe(true),
  );

  it.each([
    '4242424242424241',
    '4242424242424224',
    '0000000000000000',
    '424242',
    '４２４２４２４２４２４２４２４２',
    'abcd',
    '',
  ])('%s is none', (text) => expect(isCardNumber(text)).toBe(false));

  it('stops being one when any single digit is another', () => {
    const number = '4242424242424242';
    for (let place = 0; place < number.length; place += 1)
      for (let more = 1; more < 10; more += 1) {
        const digit = String((Number(number[place]) + more) % 10);
        expect(isCardNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false);
      }
  });
});

describe('a Payeer account', () => {
  it.each(['P1000000', 'P1012345678'])('%s is one', (text) => expect(isPayeerAccount(text)).toBe(true));

  it.each(['1000000', 'p1000000', 'P0000000', 'P123', 'P1234567890123', 'P1000000 ', 'P10000A0'])(
    '%s is none',
    (text) => expect(isPayeerAccount(text)).toBe(false),
  );
});

describe('an IBAN', () => {
  it.each(['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'fr1420041010050500013m02606'])(
    '%s is one',
    (text) => expect(isIban(text)).toBe(true),
  );

  it.each(['DE88370400440532013000', 'DE8937040044053201300', '89DE370400440532013000', 'DE89', ''])(
    '%s is none',
    (text) => expect(isIban(text)).toBe(false),
  );

  it('is read in groups of four, and nothing else is', () => {
    expect(ibanGroups('DE89370400440532013000').join(' ')).toBe('DE89 3704 0044 0532 0130 00');
    for (const other of ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '40817810099910004312', 'P1000000'])
      expect(ibanGroups(other)).toEqual([other]);
  });

  it('is kept in capitals, without spaces', () => {
    expect(plainIban('de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
  });
});
