// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberStyles } from '#ui/number/number-style.ts';
import {
  afterKey,
  isDoubtful,
  isTypable,
  type NumericOptions,
  readField,
  readNumber,
  readWritten,
  shortened,
  showNumber,
  withoutLoneZero,
} from './numeric-text.ts';

const { comma_point: english, point_comma: spanish, space_comma: russian } = numberStyles;
const anyStyle = fc.constantFrom(english, spanish, russian);
const numericCharacter = fc.constantFrom(...'0123456789.,- −eE+xBTC\u00a0\u202f');
const anyText = fc.oneof(fc.string({ unit: numericCharacter, maxLength: 30 }), fc.string({ maxLength: 30 }));
const anyOptions = fc.record({ maxDecimals: fc.integer({ min: 0, max: 12 }), allowMinus: fc.boolean() });
const plainDecimal = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)?$/;

function read(text: string, options?: NumericOptions): string | undefined {
  return readNumber(text, english, options);
}

describe('reading a number', () => {
  it.each([
    // text, English (1,234.5), Spanish (1.234,5), Russian (1 234,5)
    ['2,500.75', '2500.75', '2500.75', '2500.75'],
    ['2.500,75', '2500.75', '2500.75', '2500.75'],
    ['2 500,75', '2500.75', '2500.75', '2500.75'],
    ['2 500.75', '2500.75', '2500.75', '2500.75'],
    ['1,000', '1000', '1.000', '1.000'],
    ['1.000', '1.000', '1000', '1.000'],
    ['1 000', '1000', '1000', '1000'],
    ['68,602', '68602', '68.602', '68.602'],
    ['1,234,567', '1234567', '1234567', '1234567'],
    ['1.234.567', '1234567', '1234567', '1234567'],
    ['1,234,567.5', '1234567.5', '1234567.5', '1234567.5'],
    ['1 234,567', '1234.567', '1234.567', '1234.567'],
    ['0,5', '0.5', '0.5', '0.5'],
    ['0.5', '0.5', '0.5', '0.5'],
    ['0,500', '0.500', '0.500', '0.500'],
    ['0.500', '0.500', '0.500', '0.500'],
    [',500', '0.500', '0.500', '0.500'],
    ['.500', '0.500', '0.500', '0.500'],
    ['1,5', '1.5', '1.5', '1.5'],
    ['1.5', '1.5', '1.5', '1.5'],
    ['1,2345', '1.2345', '1.2345', '1.2345'],
    ['1234,567', '1234.567', '1234.567', '1234.567'],
    ['1234.567', '1234.567', '1234.567', '1234.567'],
    ['2,500.', '2500', '2500', '2500'],
  ])('takes %j for %j, %j and %j', (text, ...numbers) => {
    expect([english, spanish, russian].map((style) => readNumber(text, style))).toEqual(numbers);
  });

  it.each([
    ['leading zeros go', '007', '7'],
    ['a lone zero stays', '000', '0'],
    ['a zero before the point stays', '00.5', '0.5'],
    ['a point gets its zero', ',5', '0.5'],
    ['narrow spaces of thousands go', '1\u202f234\u00a0567,5', '1234567.5'],
    ['apostrophes of thousands go', "1'234.5", '1234.5'],
    ['a unit goes', '0.25 BTC', '0.25'],
    ['a currency sign goes', '$12.5', '12.5'],
    ['a plus goes', '+5', '5'],
    ['emptied is empty', '', ''],
    ['a lonely point is nothing yet', '.', ''],
    ['a point at the end says nothing', '12.', '12'],
  ])('%s', (_, text, number) => {
    expect(read(text)).toBe(number);
  });

  it.each([
    '1e5',
    '1e-7',
    'twelve',
    '-',
    '1.2.3',
    '1,5,',
    '12 34',
    '12-3',
    '-5',
    '1,23,456.7',
    '1.234,5,6',
    '0,123,456',
    '0x10',
    '１２3',
    `${'9'.repeat(25)}`,
    '1'.repeat(300),
  ])('refuses %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('allows a minus only where it is wanted, and knows no negative zero', () => {
    expect(read('−2,5', { allowMinus: true })).toBe('-2.5');
    expect(read('-', { allowMinus: true })).toBe('');
    expect(read('-0.0', { allowMinus: true })).toBe('0');
    expect(read('-0.05', { allowMinus: true })).toBe('-0.05');
    expect(read('−5')).toBeUndefined();
  });

  it('is a plain decimal or nothing, in every style', () => {
    fc.assert(
      fc.property(anyText, anyStyle, anyOptions, (text, style, options) => {
        const number = readNumber(text, style, options);
        if (number === undefined) return;
        expect(number).toMatch(plainDecimal);
        expect(number).not.toMatch(/^-0(?:\.0*)?$/);
        if (!options.allowMinus) expect(number).not.toContain('-');
      }),
    );
  });

  it('reads every number back as a field shows it, and as the page writes it', () => {
    fc.assert(
      fc.property(
        anyStyle,
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.nat({ max: 99_999_999 }),
        (style, integer, fraction) => {
          const text = `${integer}.${fraction}`;
          expect(readNumber(showNumber(text, style), style)).toBe(text);
          const grouped = `${integer}`.replace(/\B(?=(\d{3})+$)/g, style.group);
          expect(readNumber(`${grouped}${style.point}${fraction}`, style)).toBe(text);
          expect(readNumber(grouped, style)).toBe(`${integer}`);
        },
      ),
    );
  });
});

describe('the text of a field', () => {
  it('says when it is finer than the field, and cuts nothing', () => {
    expect(readField('0.123456789', english)).toEqual({ value: '0.123456789', problem: 'too_fine' });
    expect(readField('12.7', english, { maxDecimals: 0 })).toEqual({ value: '12.7', problem: 'too_fine' });
    expect(readField('2,500.755', english, { maxDecimals: 2 }).problem).toBe('too_fine');
  });

  it('does not mind zeros that say nothing', () => {
    expect(readField('1.500', english, { maxDecimals: 2 })).toEqual({ value: '1.50', problem: null });
    expect(readField('12.0', english, { maxDecimals: 0 })).toEqual({ value: '12', problem: null });
  });

  it('hands out what is no number as it is, so that nobody takes it for one', () => {
    expect(readField('1.2.3', english)).toEqual({ value: '1.2.3', problem: 'no_number' });
  });

  it('refuses a pasted text that can mean thousands or a fraction, and reads every other', () => {
    for (const text of ['1,500', ' 68,602 ', '1,000 USDT'])
      expect(readWritten(text, english)).toEqual({ value: text, problem: 'two_ways' });
    expect(readWritten('1.500', spanish).problem).toBe('two_ways');
    for (const [text, value] of [
      ['1,500.00', '1500.00'],
      ['1,234,567', '1234567'],
      ['1.500', '1.500'],
      ['0,500', '0.500'],
      ['1500', '1500'],
      ['1 500', '1500'],
    ] as const)
      expect(readWritten(text, english)).toEqual({ value, problem: null });
  });

  it('keeps a minus and an exponent in sight instead of another number', () => {
    const typed = (keys: string) =>
      [...keys].reduce(
        (before, key) =>
          afterKey(before, { raw: before.text + key, caret: before.text.length + 1 }, english, {}),
        { text: '', mark: null } as { text: string; mark: string | null },
      ).text;
    expect(typed('-1')).toBe('-1');
    expect(typed('1e-3')).toBe('1e-3');
    expect(typed('1x3')).toBe('13');
    for (const text of ['-1', '1e-3']) expect(readField(text, english).problem).toBe('no_number');
  });

  it('doubts the only separator where the page groups by it', () => {
    for (const text of ['1,000', '2,5', '1234,5']) expect(isDoubtful(text, english)).toBe(true);
    for (const text of ['1000', '2.5', '0,5', '2,', '2,500.75', '1,234,567'])
      expect(isDoubtful(text, english)).toBe(false);
    expect(isDoubtful('2.500', spanish)).toBe(true);
    expect(isDoubtful('2.500', russian)).toBe(false);
  });

  it('lets be typed what may still become a number', () => {
    for (const text of ['', '2', '2,', '2,500.', '2,500,', '1 ', "1'"]) expect(isTypable(text)).toBe(true);
    for (const text of ['x', '1e', '-', '1-']) expect(isTypable(text)).toBe(false);
    expect(isTypable('-1', { allowMinus: true })).toBe(true);
  });

  it('replaces a lone zero by the digit typed after it', () => {
    expect(withoutLoneZero('0', '05')).toBe('5');
    expect(withoutLoneZero('-0', '-05')).toBe('-5');
    expect(withoutLoneZero('0.5', '07.5')).toBe('7.5');
    expect(withoutLoneZero('0', '0.')).toBe('0.');
    expect(withoutLoneZero('10000', '0000')).toBe('0000');
    expect(withoutLoneZero('0000', '20000')).toBe('20000');
  });

  it('cuts a book that was pasted, and never into a number', () => {
    expect(readNumber(shortened(`1${' '.repeat(300)}2`), english)).toBeUndefined();
    expect(shortened('12')).toBe('12');
  });

  it('shows the point of the style', () => {
    expect(showNumber('2549.03', spanish)).toBe('2549,03');
    expect(showNumber('2549.03', english)).toBe('2549.03');
    expect(showNumber('1.2.3', spanish)).toBe('1.2.3');
    expect(showNumber('', spanish)).toBe('');
  });
});
