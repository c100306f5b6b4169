import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFormats } from '#addresses/formats.ts';
import {
  AccountKeys,
  isExtendedPublicKey,
  makeMnemonic,
  normalizeMnemonic,
  publicKeyAt,
  seedOf,
} from './keys.ts';

/** The mnemonic of the BIP's test vectors. It belongs to everybody. */
const published = `${'abandon '.repeat(11)}about`;
const seed = seedOf(published);

describe('mnemonic', () => {
  it('makes 24 words that are read again, and never the same twice', () => {
    const mnemonic = makeMnemonic();
    expect(normalizeMnemonic(mnemonic)).toBe(mnemonic);
    expect(normalizeMnemonic(`  ${mnemonic.toUpperCase().replaceAll(' ', '  ')}\n`)).toBe(mnemonic);
    expect(makeMnemonic()).not.toBe(mnemonic);
  });

  it('refuses a word that is wrong, missing or in another place, and a short mnemonic', () => {
    const words = makeMnemonic().split(' ');
    expect(normalizeMnemonic(words.slice(0, 23).join(' '))).toBeUndefined();
    expect(normalizeMnemonic([...words.slice(0, 23), 'emporion'].join(' '))).toBeUndefined();
    expect(normalizeMnemonic(published)).toBeUndefined();
    expect(normalizeMnemonic('')).toBeUndefined();
  });

  it('makes the seed of the published vector', () => {
    expect(bytesToHex(seed)).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    );
  });
});

describe('accounts', () => {
  // BIP 84's vectors for Bitcoin; for the others what common wallets show for the same words.
  it.each([
    ['bitcoin', 0, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', 0, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['bitcoin', 1, 0, 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ['litecoin', 0, 0, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['evm', 0, 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['tron', 0, 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['xrp', 0, 0, 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3'],
  ] as const)('%s has its published address at branch %i, number %i', (format, branch, index, address) => {
    const keys = new AccountKeys(seed, format);
    const publicKey = publicKeyAt(keys.extendedPublicKey, { branch, index });
    expect(addressFormats[format].fromPublicKey(publicKey)).toBe(address);
  });

  it('derives from the extended public key what the secret side derives', () => {
    const keys = new AccountKeys(seed, 'evm');
    const path = fc.record({ branch: fc.constantFrom(0 as const, 1 as const), index: fc.nat(2 ** 31 - 1) });
    fc.assert(
      fc.property(path, (at) => {
        expect(publicKeyAt(keys.extendedPublicKey, at)).toEqual(keys.publicKey(at));
      }),
      { numRuns: 20 },
    );
  });

  it('wipes a secret key after its use', () => {
    const keys = new AccountKeys(seed, 'bitcoin');
    const kept = keys.withSecretKey({ branch: 0, index: 0 }, (secret) => {
      expect(secret.some((byte) => byte !== 0)).toBe(true);
      return secret;
    });
    expect(kept).toEqual(new Uint8Array(32));
    expect(keys.publicKey({ branch: 0, index: 0 })).toEqual(
      hexToBytes('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c'),
    );
  });

  it('takes no secret key, no other level and no path out of bounds', () => {
    const account = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'");
    expect(isExtendedPublicKey(account.publicExtendedKey)).toBe(true);
    expect(isExtendedPublicKey(account.privateExtendedKey)).toBe(false);
    expect(isExtendedPublicKey(account.deriveChild(0).publicExtendedKey)).toBe(false);
    expect(isExtendedPublicKey('')).toBe(false);
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => publicKeyAt(account.publicExtendedKey, { branch: 0, index })).toThrow();
    expect(() => publicKeyAt(account.publicExtendedKey, { branch: 2 as 0, index: 0 })).toThrow();
  });
});
