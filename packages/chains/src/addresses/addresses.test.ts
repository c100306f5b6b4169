import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58, base58xrp } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressFormatName, addressFormatNames } from './address-format.ts';
import { isBurnAddress } from './burn-addresses.ts';
import { addressFormat, addressFormats } from './formats.ts';

/** Addresses as the standards and explorers publish them, in their one spelling. */
const published: Record<AddressFormatName, readonly string[]> = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1111111111111111111114oLvT2',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  litecoin: [
    'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    'MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh',
    'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  ],
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  xrp: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
};

/** Others in each run. To make one costs more than all that is asked of it, so every format is asked of the same. */
const publicKeys = fc
  .sample(fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }), 40)
  .map((secret) => secp256k1.getPublicKey(hexToBytes(secret.toString(16).padStart(64, '0')), true));

/** Every character that a keyboard has: a wrong one may come from outside the alphabet too. */
const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

describe.each(addressFormatNames)('%s', (name) => {
  const { normalize, fromPublicKey } = addressFormats[name];

  it.each(published[name])('reads %s', (address) => {
    expect(normalize(address)).toBe(address);
  });

  it('refuses each other format, and what stands around an address', () => {
    for (const other of addressFormatNames)
      for (const address of published[other])
        expect(normalize(address), address).toBe(other === name ? address : undefined);
    for (const address of published[name]) {
      for (const text of [` ${address}`, `${address} `, `${address}\n`, address.slice(0, -1), `${address}0`])
        expect(normalize(text), text).toBeUndefined();
    }
    for (const text of ['', ' ', '0x', 'bc1', 'x'.repeat(1_000_000), '１Ａ１ｚＰ１', '\0'])
      expect(normalize(text)).toBeUndefined();
  });

  it('spells the address of a key as it reads it', () => {
    for (const address of publicKeys.map(fromPublicKey)) expect(normalize(address)).toBe(address);
  });
});

it.each([
  ['bitcoin', '1111111111111111111114oLvT2'],
  ['litecoin', 'LKDxGDJq5fF4FohAB8zJH24mDDNHDNtqsE'],
  ['evm', '0x0000000000000000000000000000000000000000'],
  ['evm', '0x0000000000000000000000000000000000000001'],
  ['evm', '0x000000000000000000000000000000000000dEaD'],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['xrp', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ['xrp', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
  ['xrp', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
] as const)('of %s, %s is an address that nobody has the key of', (name, address) => {
  expect(addressFormats[name].normalize(address)).toBe(address);
  expect(isBurnAddress(name, address)).toBe(true);
  expect(published[name].filter((each) => !isBurnAddress(name, each))).not.toEqual([]);
});

describe('corrupted addresses', () => {
  const checked = addressFormatNames.filter((name) => name !== 'evm');

  it.each(checked)('%s never takes an address with one other character', (name) => {
    const { normalize, fromPublicKey } = addressFormats[name];
    const addresses = fc.oneof(
      fc.constantFrom(...published[name]),
      fc.constantFrom(...publicKeys.map(fromPublicKey)),
    );
    fc.assert(
      fc.property(addresses, fc.nat(), fc.constantFrom(...printable), (address, place, character) => {
        const at = place % address.length;
        fc.pre(address[at] !== character);
        expect(normalize(address.slice(0, at) + character + address.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it('evm never takes a letter of the other case beside right ones', () => {
    const { normalize } = addressFormats.evm;
    for (const address of published.evm.slice(0, 4)) {
      for (let at = 2; at < address.length; at += 1) {
        const letter = address.charAt(at);
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        if (other === letter) continue;
        expect(normalize(address.slice(0, at) + other + address.slice(at + 1))).toBeUndefined();
      }
    }
  });

  it('evm takes no other digit either, in the published addresses of mixed case', () => {
    const { normalize } = addressFormats.evm;
    for (const address of published.evm.slice(0, 4))
      for (let at = 0; at < address.length; at += 1)
        for (const character of printable)
          if (character !== address[at])
            expect(normalize(address.slice(0, at) + character + address.slice(at + 1))).toBeUndefined();
  });
});

describe('bitcoin and litecoin', () => {
  const { normalize } = addressFormats.bitcoin;

  it('reads segregated witness in upper case, and spells it in lower', () => {
    expect(normalize('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(normalize('BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeUndefined();
  });

  // The invalid vectors of BIP 350, and the versions and lengths that it allows for what is not yet in use.
  it.each([
    ['another prefix', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
    [
      'taproot with the checksum of version 0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    ['version 16 with that checksum', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
    ['version 0 with the checksum of taproot', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['a character outside the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['one byte', 'bc1pw5dgrnzv'],
    ['41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
    ['version 0 of 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['more padding than needed', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
    ['no data', 'bc1gmk9yu'],
    ['version 1 of 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['version 16 of two bytes', 'BC1SW50QGDZ25J'],
    ['version 2', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['version 1 of two bytes, which anybody spends', 'bc1pfeessrawgf'],
  ])('refuses %s', (_, address) => {
    expect(normalize(address)).toBeUndefined();
  });

  it('refuses the Litecoin addresses that are spelled like those of Bitcoin', () => {
    expect(addressFormats.litecoin.normalize('3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toBeUndefined();
  });

  it.each([
    ['bitcoin', 'testnet', 'tb1'],
    ['bitcoin', 'regtest', 'bcrt1'],
    ['litecoin', 'testnet', 'tltc1'],
    ['litecoin', 'regtest', 'rltc1'],
  ] as const)('%s on %s begins with %s and is refused on the main chain', (name, chain, prefix) => {
    const format = addressFormat(name, { chain });
    const key = secp256k1.getPublicKey(new Uint8Array(32).fill(7), true);
    const address = format.fromPublicKey(key);
    expect(address.startsWith(prefix)).toBe(true);
    expect(format.normalize(address)).toBe(address);
    expect(addressFormats[name].normalize(address)).toBeUndefined();
    expect(format.normalize(addressFormats[name].fromPublicKey(key))).toBeUndefined();
  });
});

describe('evm', () => {
  it('gives addresses without a checksum theirs', () => {
    for (const address of published.evm) {
      expect(addressFormats.evm.normalize(address.toLowerCase())).toBe(address);
      expect(addressFormats.evm.normalize(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
      expect(addressFormats.evm.normalize(`0X${address.slice(2)}`)).toBeUndefined();
      expect(addressFormats.evm.normalize(address.slice(2))).toBeUndefined();
    }
  });

  it('reads the checksums of EIP-1191 only where the network has them', () => {
    const rootstock = addressFormat('evm', { checksumChainId: 30 });
    const address = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD';
    expect(rootstock.normalize(address)).toBe(published.evm[0]);
    expect(rootstock.normalize(published.evm[0] ?? '')).toBe(published.evm[0]);
    expect(addressFormats.evm.normalize(address)).toBeUndefined();
    expect(addressFormat('evm', { checksumChainId: 31 }).normalize(address)).toBeUndefined();
  });
});

it('xrp refuses an address of the same bytes in the alphabet of Bitcoin, and the form that hides a tag', () => {
  const bytes = base58xrp.decode('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  expect(addressFormats.xrp.normalize(base58.encode(bytes))).toBeUndefined();
  expect(addressFormats.xrp.normalize('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb')).toBeUndefined();
});
