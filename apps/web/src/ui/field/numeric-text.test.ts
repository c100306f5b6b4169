// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caretAfterCleaning,
  editNumericText,
  finishNumericText,
  type NumericOptions,
} from './numeric-text.ts';

const numericCharacter = fc.constantFrom(...'0123456789.,- −eE+xBTC\u00a0\u202f');
const anyText = fc.oneof(fc.string({ unit: numericCharacter, maxLength: 30 }), fc.string({ maxLength: 30 }));
const anyOptions = fc.record({ maxDecimals: fc.integer({ min: 0, max: 12 }), allowMinus: fc.boolean() });

function paste(next: string, options?: NumericOptions): string | undefined {
  return editNumericText({ previous: '', next, pasted: true }, options);
}

function type(previous: string, next: string, options?: NumericOptions): string | undefined {
  return editNumericText({ previous, next, pasted: false }, options);
}

describe('reading numeric text', () => {
  it.each([
    ['a comma becomes a dot', '1,5', '1.5'],
    ['leading zeros go', '007', '7'],
    ['a lone zero stays', '000', '0'],
    ['a zero before the point stays', '00.5', '0.5'],
    ['a point gets its zero', ',5', '0.5'],
    ['more than eight decimals are cut', '0.123456789', '0.12345678'],
    ['spaces of thousands go', '1 234,50', '1234.50'],
    ['narrow spaces of thousands go', '1\u202f234\u00a0567,5', '1234567.5'],
    ['apostrophes of thousands go', "1'234.5", '1234.5'],
    ['English thousands go', '1,234.50', '1234.50'],
    ['German thousands go', '1.234,50', '1234.50'],
    ['repeated thousands go', '1,234,567', '1234567'],
    ['a unit goes', '0.25 BTC', '0.25'],
    ['a currency sign goes', '$12.5', '12.5'],
    ['a plus goes', '+5', '5'],
    ['emptied is empty', '', ''],
  ])('%s', (_, pasted, read) => {
    expect(paste(pasted)).toBe(read);
  });

  it.each([
    '1e5',
    '1e-7',
    'twelve',
    '-',
    '1.2.3',
    '12-3',
    '-5',
    '1,23,456.7',
    '0x10',
    '１２3',
    `${'9'.repeat(25)}`,
    '1'.repeat(300),
  ])('refuses %j', (pasted) => {
    expect(paste(pasted)).toBeUndefined();
  });

  it('reads one separator as thousands where the page writes them so', () => {
    expect(paste('1,000', { group: ',' })).toBe('1000');
    expect(paste('2.500', { group: '.' })).toBe('2500');
    expect(paste('2.500', { group: ',' })).toBe('2.500');
    expect(paste('0,125', { group: ',' })).toBe('0.125');
    expect(paste('1,5', { group: ',' })).toBe('1.5');
    expect(type('1,00', '1,000', { group: ',' })).toBe('1.000');
  });

  it('refuses a second separator typed by hand, even where it would look like thousands', () => {
    expect(type('1.234567', '1.234.567')).toBeUndefined();
    expect(type('1234.5', '1,234.5')).toBeUndefined();
    expect(type('1.5', '1.5,')).toBeUndefined();
  });

  it('replaces a lone zero by the digit typed after it', () => {
    expect(type('0', '05')).toBe('5');
    expect(type('-0', '-05', { allowMinus: true })).toBe('-5');
    expect(type('0.5', '07.5')).toBe('7.5');
  });

  it('keeps the zeros that a removed digit leaves, until the field is left', () => {
    expect(type('10000', '0000')).toBe('0000');
    expect(type('0000', '20000')).toBe('20000');
    expect(type('1.5', '.5')).toBe('.5');
    expect(type('.5', '2.5')).toBe('2.5');
    expect(finishNumericText('0000')).toBe('0');
    expect(finishNumericText('0020.50')).toBe('20.50');
    expect(finishNumericText('.5')).toBe('0.5');
  });

  it('allows a minus only where it is wanted', () => {
    expect(type('', '-', { allowMinus: true })).toBe('-');
    expect(paste('−2,5', { allowMinus: true })).toBe('-2.5');
    expect(type('5', '-5')).toBeUndefined();
    expect(paste('−5')).toBeUndefined();
  });

  it('takes whole numbers only when no decimals are allowed', () => {
    expect(type('12', '12.', { maxDecimals: 0 })).toBeUndefined();
    expect(paste('12.7', { maxDecimals: 0 })).toBeUndefined();
    expect(paste('1,234', { maxDecimals: 0 })).toBe('1234');
  });

  it('always stands for a number or for nothing', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), anyOptions, (before, next, pasted, options) => {
        const previous = paste(before, options) ?? '';
        const shown = editNumericText({ previous, next, pasted }, options) ?? previous;
        const value = finishNumericText(shown);
        expect(value).toMatch(/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)?$/);
        expect(value).not.toMatch(/^-0(?:\.0*)?$/);
        expect(value.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(options.maxDecimals);
        if (!options.allowMinus) expect(value).not.toContain('-');
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const value = finishNumericText(paste(text, options) ?? '');
        expect(finishNumericText(value)).toBe(value);
        expect(paste(value, { ...options, maxDecimals: 12 })).toBe(value);
      }),
    );
  });

  it('keeps every digit of a plain decimal that fits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.nat({ max: 99_999_999 }),
        (integer, fraction) => {
          const text = `${integer}.${fraction}`;
          expect(paste(text)).toBe(text);
          expect(paste(text.replace('.', ','))).toBe(text);
        },
      ),
    );
  });

  it('leaves no lonely sign or point behind', () => {
    expect(finishNumericText('-')).toBe('');
    expect(finishNumericText('12.')).toBe('12');
    expect(finishNumericText('.')).toBe('');
    expect(finishNumericText('12.0')).toBe('12.0');
  });

  it('knows no negative zero', () => {
    expect(finishNumericText('-0')).toBe('0');
    expect(finishNumericText('-0.0')).toBe('0');
    expect(finishNumericText('-0.05')).toBe('-0.05');
  });
});

describe('the caret', () => {
  it('stays after the digit that was typed', () => {
    expect(caretAfterCleaning('1923', { caret: 2, cleaned: '1923' })).toBe(2);
    expect(caretAfterCleaning('1,5', { caret: 2, cleaned: '1.5' })).toBe(2);
  });

  it('moves with the zeros that went', () => {
    expect(caretAfterCleaning('05', { caret: 2, cleaned: '5' })).toBe(1);
  });

  it('never leaves the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 30 }), (text, caret) => {
        const cleaned = paste(text) ?? '';
        const found = caretAfterCleaning(text, { caret, cleaned });
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(cleaned.length);
      }),
    );
  });
});
