import { isIban } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { isSameName, readBankDetails } from './bank-details.ts';

describe('the details of a bank account', () => {
  it.each([
    ['EUR', 'de89 3704 0044 0532 0130 00', null, { address: 'DE89370400440532013000', memo: null }],
    ['EUR', 'GB82WEST12345698765432', 'deutdeff', { address: 'GB82WEST12345698765432', memo: 'DEUTDEFF' }],
    ['USD', '000123456789', '021000021', { address: '000123456789', memo: '021000021' }],
    ['USD', '12345678', 'CHASUS33', { address: '12345678', memo: 'CHASUS33' }],
    ['USD', 'GB82WEST12345698765432', null, { address: 'GB82WEST12345698765432', memo: null }],
    ['RUB', '40602810700000000025', '049805746', { address: '40602810700000000025', memo: '049805746' }],
  ])('of %s %s are read in one spelling', (currency, address, memo, read) => {
    expect(readBankDetails(currency, { address, memo })).toEqual(read);
  });

  it.each([
    ['EUR', 'DE89370400440532013001', null, 'iban_invalid'],
    ['EUR', '12345678', null, 'iban_invalid'],
    ['EUR', 'DE89370400440532013000', 'XX', 'bank_code_invalid'],
    ['USD', '123', '021000021', 'bank_account_invalid'],
    ['USD', '000123456789', null, 'bank_code_invalid'],
    ['USD', '000123456789', '021000022', 'bank_code_invalid'],
    ['USD', '000123456789', '000000000', 'bank_code_invalid'],
    ['RUB', '40602810800000000025', '049805746', 'bank_account_invalid'],
    ['RUB', '40602810700000000025', null, 'bank_code_invalid'],
  ])('of %s %s %s are refused with %s', (currency, address, memo, code) => {
    expect(readBankDetails(currency, { address, memo })).toMatchObject({ code });
  });

  it('an IBAN with one digit changed is never taken', () => {
    const iban = 'DE89370400440532013000';
    for (let place = 2; place < iban.length; place += 1)
      for (let digit = 0; digit < 10; digit += 1)
        if (iban[place] !== String(digit))
          expect(isIban(`${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`)).toBe(false);
  });
});

it('names are the same whatever their order, accents and capitals', () => {
  expect(isSameName('José  María Núñez', 'NUNEZ, JOSE-MARIA')).toBe(true);
  expect(isSameName('Anna Test', 'Ann Test')).toBe(false);
  expect(isSameName('', '—')).toBe(false);
});
