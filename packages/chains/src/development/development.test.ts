import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFormatNames } from '#addresses/address-format.ts';
import { addressFormats } from '#addresses/formats.ts';
import {
  type DevelopmentNetwork,
  type DevelopmentPayment,
  developmentAmountMax,
  developmentPaymentsMax,
} from './development-transaction.ts';
import { decodeWords, encodeWords } from './encoding.ts';
import { readDevelopment, signDevelopment } from './sign.ts';

const secretKey = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const network: DevelopmentNetwork = { code: 'ripple', addressFormat: 'xrp', memo: 'tag' };
const to = addressFormats.xrp.fromPublicKey(secp256k1.getPublicKey(otherKey, true));
const plain = { nonce: 3, payments: [{ to, memo: '7', amount: 1_000n }], fee: 12n };
const signed = signDevelopment(plain, { network, secretKey });

/** Signs words as they are, wrong or not. */
function signWords(words: Uint8Array, key = secretKey): string {
  const digest = sha256(concatBytes(utf8ToBytes('emporion:development-chain:transaction:1\n'), words));
  return bytesToHex(concatBytes(words, secp256k1.sign(digest, key, { prehash: false })));
}

const words = hexToBytes(signed.raw).subarray(0, -64);
const signature = hexToBytes(signed.raw).subarray(-64);
const parts = decodeWords(words);
if (!parts) throw new Error('What was signed cannot be read.');

function refusal(raw: string, of = network): string {
  const read = readDevelopment(raw, of);
  return read.ok ? 'taken' : read.failure;
}

const anyTransaction = fc.constantFrom(...addressFormatNames).chain((format) => {
  const address = fc.uint8Array({ minLength: 48, maxLength: 48 }).map((bytes) => {
    const key = secp256k1.utils.randomSecretKey(bytes);
    return addressFormats[format].fromPublicKey(secp256k1.getPublicKey(key, true));
  });
  const payment = fc.record(
    {
      to: address,
      amount: fc.bigInt({ min: 1n, max: developmentAmountMax }),
      contract: address,
      memo: fc.constantFrom('1', 'order 7', '🙂'),
    },
    { requiredKeys: ['to', 'amount'] },
  );
  return fc.record({
    network: fc.constant<DevelopmentNetwork>({ code: `net-${format}`, addressFormat: format, memo: 'memo' }),
    nonce: fc.nat(),
    fee: fc.bigInt({ min: 0n, max: developmentAmountMax }),
    payments: fc.array(payment, { minLength: 1, maxLength: 4 }) as fc.Arbitrary<DevelopmentPayment[]>,
  });
});

describe('a development transaction', () => {
  it('is read as it was signed, on every format', () => {
    fc.assert(
      fc.property(anyTransaction, ({ network: on, ...transaction }) => {
        const made = signDevelopment(transaction, { network: on, secretKey });
        expect(readDevelopment(made.raw, on)).toEqual({ ok: true, value: made });
        expect(made).toMatchObject({ ...transaction, network: on.code });
        expect(signDevelopment(transaction, { network: on, secretKey })).toEqual(made);
      }),
      { numRuns: 60 },
    );
  });

  it('has an id of everything that it says', () => {
    const others = [
      { ...plain, nonce: 4 },
      { ...plain, fee: 13n },
      { ...plain, payments: [{ to, amount: 1_000n }] },
      { ...plain, payments: [{ to, memo: '8', amount: 1_000n }] },
      { ...plain, payments: [{ to, memo: '7', amount: 1_001n }] },
      { ...plain, payments: [{ to, memo: '7', contract: to, amount: 1_000n }] },
      { ...plain, payments: [...plain.payments, ...plain.payments] },
    ];
    const ids = others.map((other) => signDevelopment(other, { network, secretKey }).id);
    ids.push(signDevelopment(plain, { network, secretKey: otherKey }).id, signed.id);
    ids.push(signDevelopment(plain, { network: { ...network, code: 'ripple-2' }, secretKey }).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is refused with a bit of any byte changed', () => {
    const bytes = hexToBytes(signed.raw);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = bytes.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte));
      expect(refusal(bytesToHex(changed)), `byte ${at}`).not.toBe('taken');
    }
  });

  it('is refused when cut off or longer, at every length', () => {
    for (let length = 0; length < signed.raw.length; length += 1)
      expect(refusal(signed.raw.slice(0, length))).not.toBe('taken');
    for (const more of ['0', '00', 'ff', signed.raw]) {
      expect(refusal(signed.raw + more)).not.toBe('taken');
      expect(refusal(more + signed.raw)).not.toBe('taken');
    }
  });

  it('is refused with the other form of its signature, and in capitals', () => {
    const order = secp256k1.Point.Fn.ORDER;
    const s = BigInt(`0x${bytesToHex(signature.subarray(32))}`);
    const high = bytesToHex(signature.subarray(0, 32)) + (order - s).toString(16).padStart(64, '0');
    expect(refusal(bytesToHex(words) + high)).toBe('bad_signature');
    expect(refusal(signed.raw.toUpperCase())).toBe('malformed');
    expect(refusal(`0x${signed.raw}`)).toBe('malformed');
    expect(refusal(bytesToHex(words) + '00'.repeat(64))).toBe('bad_signature');
  });

  it('is refused when somebody else signed it, or its sender is not the signer', () => {
    expect(refusal(signWords(words, otherKey))).toBe('bad_signature');
    const from = addressFormats.xrp.fromPublicKey(secp256k1.getPublicKey(otherKey, true));
    const foreign = { ...parts, transaction: { ...parts.transaction, from } };
    expect(refusal(signWords(encodeWords(foreign)))).toBe('wrong_sender');
  });

  it('is refused with a public key that is none, or that is not compressed', () => {
    const { publicKey, transaction } = parts;
    const wrong = [
      Uint8Array.from(publicKey).fill(5, 0, 1),
      new Uint8Array(33),
      new Uint8Array(33).fill(255),
    ];
    for (const key of wrong)
      expect(refusal(signWords(encodeWords({ transaction, publicKey: key })))).toBe('wrong_sender');
    const long = secp256k1.getPublicKey(secretKey, false);
    expect(refusal(signWords(encodeWords({ transaction, publicKey: long })))).toBe('malformed');
  });

  it('is refused on another network, whatever its format', () => {
    expect(refusal(signed.raw, { ...network, code: 'ripple-2' })).toBe('wrong_network');
    expect(refusal(signed.raw, { ...network, addressFormat: 'evm' })).toBe('bad_address');
    expect(refusal(signed.raw, { ...network, memo: undefined })).toBe('bad_memo');
  });
});

describe('words that are signed, and still refused', () => {
  const payment = { to, amount: 1n };
  const cases: [string, Partial<typeof parts.transaction>, string][] = [
    ['no payments', { payments: [] }, 'malformed'],
    ['too many payments', { payments: Array(developmentPaymentsMax + 1).fill(payment) }, 'malformed'],
    ['an amount of nothing', { payments: [{ to, amount: 0n }] }, 'bad_amount'],
    ['an amount too large', { payments: [{ to, amount: developmentAmountMax + 1n }] }, 'malformed'],
    ['a fee too large', { fee: 2n ** 200n }, 'malformed'],
    ['a nonce too large', { nonce: 2 ** 60 }, 'malformed'],
    [
      'an address of another format',
      { payments: [{ ...payment, to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }] },
      'bad_address',
    ],
    ['no address', { payments: [{ ...payment, to: '' }] }, 'bad_address'],
    ['a contract that is none', { payments: [{ ...payment, contract: 'USDT' }] }, 'bad_address'],
    ['a tag with a leading zero', { payments: [{ ...payment, memo: '07' }] }, 'bad_memo'],
    ['an empty tag', { payments: [{ ...payment, memo: '' }] }, 'bad_memo'],
  ];

  it.each(cases)('%s', (_, change, expected) => {
    const transaction = { ...parts.transaction, ...change };
    expect(refusal(signWords(encodeWords({ ...parts, transaction })))).toBe(expected);
  });

  it('an address spelled otherwise than the one way', () => {
    const on: DevelopmentNetwork = { code: 'ethereum', addressFormat: 'evm', memo: undefined };
    const key = secp256k1.getPublicKey(secretKey, true);
    const from = addressFormats.evm.fromPublicKey(key);
    const transaction = {
      network: on.code,
      from,
      nonce: 0,
      fee: 1n,
      payments: [{ to: from.toLowerCase(), amount: 1n }],
    };
    expect(refusal(signWords(encodeWords({ transaction, publicKey: key })), on)).toBe('bad_address');
  });

  it('a number with a leading zero, and a flag that is neither yes nor no', () => {
    const fee = [1, 12];
    const at = words.findIndex((byte, place) => byte === fee[0] && words[place + 1] === fee[1]);
    const longer = concatBytes(words.subarray(0, at), Uint8Array.of(2, 0, 12), words.subarray(at + 2));
    expect(refusal(signWords(longer))).toBe('malformed');
    const flag = words.lastIndexOf(0, words.length - 34);
    expect(refusal(signWords(words.map((byte, place) => (place === flag ? 2 : byte))))).toBe('malformed');
    expect(refusal(signWords(words.map((byte, place) => (place === 0 ? 2 : byte))))).toBe('malformed');
  });

  it('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(refusal(bytesToHex(bytes))).not.toBe('taken');
        const read = decodeWords(bytes);
        if (read) expect(encodeWords(read)).toEqual(bytes);
      }),
    );
    expect(refusal('ab'.repeat(1_000_000))).toBe('malformed');
    expect(refusal('zz')).toBe('malformed');
  });
});

it('is not signed when the chain would refuse it', () => {
  const wrong = [
    { ...plain, nonce: -1 },
    { ...plain, nonce: 1.5 },
    { ...plain, fee: -1n },
    { ...plain, payments: [] },
    { ...plain, payments: [{ to: 'nowhere', amount: 1n }] },
    { ...plain, payments: [{ to, amount: -1n }] },
  ];
  for (const transaction of wrong)
    expect(() => signDevelopment(transaction, { network, secretKey })).toThrow();
});
