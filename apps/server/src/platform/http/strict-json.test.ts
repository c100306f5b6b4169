import { describe, expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { readStrictJson } from './strict-json.ts';

/** What a text is refused with: the code, and the fields that it names. */
function refusalOf(text: string): [string, string[]] | undefined {
  try {
    readStrictJson(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.code, Object.keys(error.fields ?? {})];
  }
}

describe('the strict reader', () => {
  it.each([
    '{"type":0,"pair":"BTC-USDT","quantity":"0.01","price":60000.25}',
    ' { "a" : [ 1 , -2.5 , true , null , { "a" : "1e5, \\"a\\": 1" } ] } ',
    '{"orders":[{"price":"1"},{"price":"2"}]}',
    '{"a\\"b":1,"a":2}',
    '[]',
    '{}',
    '"text: \\\\"',
    'null',
    '123456789012345',
    '0.000000000000000123',
  ])('reads %s as it stands', (text) => {
    expect(readStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('reads past the mark that some programs put before a text', () => {
    expect(readStrictJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['{"quantity":"1","quantity":"2"}', 'field_repeated', 'quantity'],
    ['{"quantity":"1","quan\\u0074ity":"1"}', 'field_repeated', 'quantity'],
    ['{"orders":[{"price":"1"},{"price":"1","pair":"A","price":"2"}]}', 'field_repeated', 'orders.1.price'],
    ['{"quantity":1e5}', 'number_with_exponent', 'quantity'],
    ['{"a":{"quantity":[0,-1.5E-3]}}', 'number_with_exponent', 'a.quantity.1'],
    ['{"price":60000.1234567890123}', 'number_too_long', 'price'],
    ['{"price":9007199254740993}', 'number_too_long', 'price'],
    ['{"a":"x","price":0.0000000000000001}', undefined, undefined],
    ['1e5', 'number_with_exponent', 'body'],
    ['{"a":{"__proto__":{"admin":true}}}', 'unprocessable_entity', 'a.__proto__'],
    ['{"constructor":{"prototype":{}}}', 'unprocessable_entity', 'constructor'],
    ['{"\\u005f_proto__":1}', 'unprocessable_entity', '__proto__'],
  ])('answers %s with %s of %s', (text, code, field) => {
    expect(refusalOf(text)).toEqual(code && [code, [field]]);
  });

  it('refuses what is nested deeper than any call, without going down there', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(refusalOf(nested(16))).toBeUndefined();
    expect(refusalOf(nested(17))).toEqual(['request_too_deep', []]);
    expect(refusalOf(nested(400_000))).toEqual(['request_too_deep', []]);
    expect(refusalOf(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`)).toEqual(['request_too_deep', []]);
  });

  it.each(['', '{"a": ', '{"a":01}', '{"a":.5}', '{a:1}', '"\\', '{"a":1e}', '-'])(
    'cannot read %j',
    (text) => {
      expect(refusalOf(text)).toEqual(['invalid_request_format', []]);
    },
  );

  it('keeps the name of a field short, however long it was', () => {
    const name = 'x'.repeat(5_000);
    expect(refusalOf(`{"${name}":1,"${name}":2}`)).toEqual(['field_repeated', ['x'.repeat(100)]]);
  });
});
