import { expect, it } from 'vitest';
import { explainAddress } from './explain-address.ts';

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

it.each([
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5'],
  ['bitcoin', `${bitcoin}0`],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['litecoin', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wp'],
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi'],
] as const)('of %s, %s is mistyped', (format, text) => {
  expect(explainAddress(text, { format })).toEqual({ kind: 'mistyped' });
});

it.each([
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['litecoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
] as const)('for %s, %s is of a test network', (format, text) => {
  expect(explainAddress(text, { format })).toEqual({ kind: 'test-network' });
});

it('names the format that an address of another network has, and nothing for an address that is none anywhere', () => {
  expect(explainAddress(bitcoin, { format: 'tron' })).toEqual({ kind: 'other-format', format: 'bitcoin' });
  expect(explainAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', { format: 'xrp' })).toEqual({
    kind: 'other-format',
    format: 'evm',
  });
  for (const text of ['', 'somebody', `BC1${bitcoin.slice(3)}`, '0x12', 'x'.repeat(100_000)])
    expect(explainAddress(text, { format: 'bitcoin' }), text.slice(0, 50)).toBeUndefined();
});

it('does not speak of test networks where a test network is what is paid on', () => {
  const options = { chain: 'regtest' } as const;
  expect(explainAddress(bitcoin, { format: 'bitcoin', options })).toBeUndefined();
  expect(explainAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', { format: 'bitcoin', options })).toBe(
    undefined,
  );
});
