// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfterCleaning, cleanNumericText, finishNumericText } from './numeric-text.ts';

const numericCharacter = fc.constantFrom(...'0123456789.,- −eE+xBTC\u00a0\u202f');
const anyText = fc.oneof(fc.string({ unit: numericCharacter, maxLength: 30 }), fc.string({ maxLength: 30 }));
const anyOptions = fc.record({ maxDecimals: fc.integer({ min: 0, max: 12 }), allowMinus: fc.boolean() });

describe('cleaning numeric text', () => {
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
    ['emptied is empty', '', ''],
  ])('%s', (_, pasted, cleaned) => {
    expect(cleanNumericText('', pasted)).toBe(cleaned);
  });

  it.each([
    '1e5',
    '1.2.3',
    '12-3',
    '-5',
    '1,23,456.7',
    '0x10',
    '１２3',
    `${'9'.repeat(25)}`,
    '1'.repeat(300),
  ])('leaves the field as it was for %j', (pasted) => {
    expect(cleanNumericText('42', pasted)).toBe('42');
  });

  it('refuses a second separator typed by hand, even where it would look like thousands', () => {
    expect(cleanNumericText('1.234567', '1.234.567')).toBe('1.234567');
    expect(cleanNumericText('1234.5', '1,234.5')).toBe('1234.5');
    expect(cleanNumericText('1.5', '1.5,')).toBe('1.5');
  });

  it('allows a minus only where it is wanted', () => {
    expect(cleanNumericText('', '-', { allowMinus: true })).toBe('-');
    expect(cleanNumericText('', '−2,5', { allowMinus: true })).toBe('-2.5');
    expect(cleanNumericText('5', '-5')).toBe('5');
  });

  it('takes whole numbers only when no decimals are allowed', () => {
    expect(cleanNumericText('12', '12.', { maxDecimals: 0 })).toBe('12');
    expect(cleanNumericText('', '12.7', { maxDecimals: 0 })).toBe('');
    expect(cleanNumericText('', '1,234', { maxDecimals: 0 })).toBe('1234');
  });

  it('always holds a number in the making', () => {
    fc.assert(
      fc.property(anyText, anyText, anyOptions, (before, next, options) => {
        const previous = cleanNumericText('', before, options);
        const cleaned = cleanNumericText(previous, next, options);
        expect(cleaned).toMatch(/^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?)?$/);
        expect(cleaned.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(options.maxDecimals);
        if (!options.allowMinus) expect(cleaned).not.toContain('-');
        if (options.maxDecimals === 0) expect(cleaned).not.toContain('.');
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const once = cleanNumericText('', text, options);
        expect(cleanNumericText(once, once, options)).toBe(once);
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
          expect(cleanNumericText('', text)).toBe(text);
          expect(cleanNumericText('', text.replace('.', ','))).toBe(text);
        },
      ),
    );
  });

  it('leaves no lonely sign or point behind', () => {
    expect(finishNumericText('-')).toBe('');
    expect(finishNumericText('12.')).toBe('12');
    expect(finishNumericText('12.0')).toBe('12.0');
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
        const cleaned = cleanNumericText('', text);
        const found = caretAfterCleaning(text, { caret, cleaned });
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(cleaned.length);
      }),
    );
  });
});
