import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { costOf, type Payment, type SigningRequest, type TronTerms } from '#signing.ts';
import { readSigningRequest, writeSigningRequest } from '#wire/signing-request.ts';
import { readProtobuf, writeProtobuf } from './protobuf.ts';
import {
  rawDataBytes,
  readTron,
  signTron,
  tronBytesMax,
  tronIdOf,
  tronTokenAmountMax,
} from './tron-transaction.ts';

const secretKey = hexToBytes('46'.repeat(32));
const from = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const to = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const coin: Payment = { to, coin: 'TRX', amount: 1_234_567_890_123n };
const token: Payment = { to, coin: 'USDT', contract, amount: 123_456_789n };
const terms: TronTerms = {
  family: 'tron',
  from: { branch: 1, index: 0 },
  refBlockBytes: 'a1b2',
  refBlockHash: '0123456789abcdef',
  expiration: 1_767_225_660_000,
  timestamp: 1_767_225_600_123,
  feeLimit: 0n,
  reserve: 400_000n,
};
const tokenTerms: TronTerms = { ...terms, feeLimit: 30_000_000n };

/** Written and signed by tronweb 6.5.1 with the same key. */
const vectors = [
  {
    name: 'of one unit of the coin',
    payment: { ...coin, amount: 1n },
    terms,
    id: 'e8b44b1fdd52a5ae6241e0a009cc83fbc3a984b6b4925c08d4759f91fcf27b9a',
    rawData:
      '0a02a1b222080123456789abcdef40e0a4eeb6b7335a65080112610a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412300a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f1215418840e6c55b9ada326d211d818c34a994aeced808180170fbd0eab6b733',
    signature:
      '7ac78b044d9bf6bb02e01f40b2431619d38c6e757c9998b198118426e8b51401694d1e2add82b75c2623070d6eb5eefc2e0c8a9b01b917b4605aeb4d3ce94a821b',
  },
  {
    name: 'of more of the coin than 32 bits count',
    payment: coin,
    terms,
    id: 'b710afb6907c092dba1cdc924f16adb8b76367b83330f2a532179d071ba07bf8',
    rawData:
      '0a02a1b222080123456789abcdef40e0a4eeb6b7335a6a080112660a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412350a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f1215418840e6c55b9ada326d211d818c34a994aeced80818cb89ec8ff72370fbd0eab6b733',
    signature:
      'cfac6b865cac4982a88462bcf41bdd1c0d98ab2f004e5c01884498d5e1daf1c6613178aebd091429c9275f11ec397fc0f83fe2829227f9448d58791132ee69b61b',
  },
  {
    name: 'of a token',
    payment: token,
    terms: tokenTerms,
    id: 'cb6abc21879e0008f9d9e2dadedd6749d04c30af08e80bb12927a545776dec42',
    rawData:
      '0a02a1b222080123456789abcdef40e0a4eeb6b7335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000008840e6c55b9ada326d211d818c34a994aeced80800000000000000000000000000000000000000000000000000000000075bcd1570fbd0eab6b73390018087a70e',
    signature:
      'a2a8635a0c9ea2155572da53b23f32ecb9f81ac937e41879edc6f6ebd83a939579b8b25471764d7541bb0ade10866e5fa6e8f034197ff09eae0f915cc9a17fa81c',
  },
];

describe('a transaction', () => {
  it.each(vectors)('$name is, bit for bit, that of another implementation', (vector) => {
    const signed = signTron(vector.payment, vector.terms, secretKey);
    const { id, raw } = signed;
    expect(signed.from).toBe(from);
    expect(id).toBe(vector.id);
    expect(tronIdOf(vector.payment, vector.terms, from)).toBe(vector.id);
    expect(Buffer.from(rawDataBytes(raw)).toString('hex')).toBe(vector.rawData);
    expect(raw.endsWith(`1241${vector.signature}`)).toBe(true);
  });

  it('is read again as it was written, with who signed it', () => {
    const read = readTron(signTron(coin, terms, secretKey).raw);
    expect(read).toMatchObject({ id: vectors[1]?.id, signer: from, expiration: terms.expiration });
    expect(read?.contract).toEqual({ kind: 'transfer', from, to, amount: coin.amount });
    const ofToken = readTron(signTron(token, tokenTerms, secretKey).raw);
    expect(ofToken).toMatchObject({ feeLimit: 30_000_000n, refBlockBytes: 'a1b2' });
    expect(ofToken?.contract).toMatchObject({ kind: 'trigger', from, contract, callValue: 0n });
  });

  it('is never longer than what is kept back for it', () => {
    const longest = { ...terms, feeLimit: 2n ** 62n, expiration: 2 ** 47, timestamp: 2 ** 47 - 1 };
    const bytes = (payment: Payment, on: TronTerms) =>
      BigInt(signTron(payment, on, secretKey).raw.length / 2 + 64);
    expect(bytes({ ...token, amount: tronTokenAmountMax }, longest)).toBeLessThanOrEqual(tronBytesMax.token);
    const largest = { ...coin, amount: 2n ** 63n - 1n };
    expect(bytes(largest, { ...longest, feeLimit: 0n })).toBeLessThanOrEqual(tronBytesMax.coin);
  });

  const wrong: [string, Payment, Partial<TronTerms>][] = [
    ['an address in another spelling', { ...coin, to: '41'.padEnd(42, '0') }, {}],
    ['a memo', { ...coin, memo: '7' }, {}],
    ['nothing', { ...coin, amount: 0n }, {}],
    ['more than the chain counts', { ...coin, amount: 2n ** 63n }, {}],
    ['a reference block by its whole hash', coin, { refBlockHash: '00'.repeat(32) }],
    ['an expiration before it was made', coin, { expiration: terms.timestamp }],
    ['an expiration after more than a day', coin, { expiration: terms.timestamp + 86_400_001 }],
    ['a token without a limit', token, { feeLimit: 0n }],
    ['the coin with a limit that would bound nothing', coin, { feeLimit: 1n }],
    ['less kept back than its bytes cost', coin, { reserve: 299_999n }],
  ];
  it.each(wrong)('is not written for %s', (_name, payment, change) => {
    expect(() => signTron(payment, { ...terms, ...change }, secretKey)).toThrow();
  });

  it('costs at most its limit and what is kept back', () => {
    expect(costOf(tokenTerms)).toBe(30_400_000n);
    expect(costOf(terms)).toBe(400_000n);
  });

  it('that is not one, is not signed or is signed twice is not read', () => {
    const { raw } = signTron(coin, terms, secretKey);
    const rawData = rawDataBytes(raw);
    const signature = hexToBytes(raw.slice(-130));
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    for (const text of ['', '0x', raw.slice(2), raw.slice(0, -2), hex(writeProtobuf([[1, rawData]]))])
      expect(readTron(text)).toBeUndefined();
    const twice = writeProtobuf([
      [1, rawData],
      [2, signature],
      [2, signature],
    ]);
    expect(readTron(hex(twice))).toBeUndefined();
    signature[3] = (signature[3] ?? 0) ^ 1;
    const forged = readTron(
      hex(
        writeProtobuf([
          [1, rawData],
          [2, signature],
        ]),
      ),
    );
    expect(forged?.signer).not.toBe(from);
  });

  it('goes over the socket and comes back with all of its terms', () => {
    const words = { id: 'a', kind: 'payout', network: 'tron' } as const;
    const request: SigningRequest = { ...words, payments: [token], terms: tokenTerms };
    expect(readSigningRequest(JSON.parse(JSON.stringify(writeSigningRequest(request))))).toEqual(request);
  });
});

describe('a message of protobuf', () => {
  it('keeps numbers of 64 bits and below zero, and says the last of what is said twice', () => {
    const values = [0n, 127n, 128n, 2n ** 63n - 1n, -1n];
    const message = readProtobuf(writeProtobuf(values.map((value) => [3, value] as const)));
    expect(message?.get(3)).toEqual(values);
  });

  it('is refused where it ends too early or never', () => {
    for (const hex of ['08', '0880', '0a05ff', '00', `08${'ff'.repeat(11)}`, '0b'])
      expect(readProtobuf(hexToBytes(hex))).toBeUndefined();
  });

  it('passes over fields of a fixed width', () => {
    expect(readProtobuf(hexToBytes('0d00000000110000000000000000'))?.size).toBe(0);
  });
});
