import { describe, expect, it } from 'vitest';
import { sampleCoins } from '../testing/sample-coins.ts';
import { memoOf } from './check-destination.ts';
import { deriveNetwork } from './derive-network.ts';
import { pastedPayment, readPayment } from './payment-uri.ts';
import { whenMoneyLeaves } from './when-money-leaves.ts';

const blockchains = {
  ...sampleCoins.commons.blockchain_definitions,
  polygon: { ...sampleCoins.commons.blockchain_definitions.ethereum, name: 'Polygon' },
};
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('the network of an address', () => {
  const of = (address: string, ...networks: string[]) =>
    deriveNetwork(address, { networks: networks.map((network) => ({ network })), blockchains });

  it.each([
    [tron, ['tron', 'ethereum'], { kind: 'one', network: 'tron' }],
    [` ${evm} `, ['tron', 'ethereum'], { kind: 'one', network: 'ethereum' }],
    [evm, ['ethereum', 'polygon', 'tron'], { kind: 'several', networks: ['ethereum', 'polygon'] }],
    [bitcoin, ['bitcoin'], { kind: 'one', network: 'bitcoin' }],
    [bitcoin.toUpperCase(), ['bitcoin'], { kind: 'one', network: 'bitcoin' }],
    ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', ['bitcoin'], { kind: 'one', network: 'bitcoin' }],
    ['rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', ['xrp-ledger'], { kind: 'one', network: 'xrp-ledger' }],
    [evm, ['bitcoin'], { kind: 'elsewhere', networks: ['ethereum', 'polygon'] }],
    [tron, ['ethereum'], { kind: 'elsewhere', networks: ['tron'] }],
    ['hello', ['bitcoin'], { kind: 'unknown' }],
    [`${evm}0`, ['ethereum'], { kind: 'unknown' }],
    ['  ', ['bitcoin'], { kind: 'empty' }],
  ])('of %s on %j is derived', (address, networks, derived) => {
    expect(of(address, ...networks)).toEqual(derived);
  });
});

describe('a scanned payment', () => {
  it.each([
    [bitcoin, { address: bitcoin }],
    [`bitcoin:${bitcoin}?amount=0.015&label=Rent`, { address: bitcoin, amount: '0.015' }],
    [`BITCOIN:${bitcoin.toUpperCase()}`, { address: bitcoin.toUpperCase() }],
    [`ethereum:${evm}@1?value=2e18`, { address: evm }],
    [
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1`,
      { address: evm },
    ],
    [
      'xrpl:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?dt=104729',
      { address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', memo: '104729' },
    ],
    [`bitcoin:${bitcoin}?amount=1,5`, { address: bitcoin }],
  ])('of %s is read', (text, read) => {
    expect(readPayment(text)).toEqual({ amount: undefined, memo: undefined, ...read });
  });

  it.each([
    'https://example.org/?address=1',
    'hello world',
    '',
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer',
  ])('of %j is none', (text) => {
    expect(readPayment(text)).toBeUndefined();
  });
});

describe('a pasted text', () => {
  it('is read as a scanned one where it says more than an address', () => {
    expect(pastedPayment(`bitcoin:${bitcoin}?amount=0.25&memo=rent`)).toEqual({
      address: bitcoin,
      amount: '0.25',
      memo: 'rent',
    });
    expect(pastedPayment(`ethereum:${evm}@1?value=1e18`)?.address).toBe(evm);
    for (const text of [bitcoin, 'https://', 'note: pay later']) expect(pastedPayment(text)).toBeUndefined();
  });
});

describe('the question before money goes to saved addresses only', () => {
  const now = Date.parse('2026-11-17T10:00:00Z');
  const said = (...moments: string[]) =>
    whenMoneyLeaves(
      moments.map((usable_from) => ({ usable_from })),
      { now, language: 'en', t: ((key: string, values: object) => JSON.stringify([key, values])) as never },
    );

  it('says from when anything can leave', () => {
    expect(said()).toContain('only.none');
    expect(said('2026-11-17T09:00:00Z', '2026-11-19T09:00:00Z')).toContain('only.usable');
    const waits = said('2026-11-18T09:30:00Z', '2026-11-19T09:00:00Z');
    expect(waits).toContain('only.notBefore');
    expect(waits).toContain('"count":24');
    expect(waits).toContain('Nov 18, 2026');
  });
});

it('sends the memo of a scanned payment only on a network that has memos', () => {
  const terms = (code: string) => sampleCoins.coins.find((coin) => coin.code === code)?.networks[0];
  expect(terms('XRP')?.memo).toBe('tag');
  expect(memoOf({ memo: ' 104729 ' }, terms('XRP'))).toBe('104729');
  expect(memoOf({ memo: 'rent' }, terms('BTC'))).toBe('');
  expect(memoOf({ memo: 'rent' }, undefined)).toBe('');
});
