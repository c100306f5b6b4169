import { readDevelopment, type SigningRequest } from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#count/count.ts';
import {
  coldAddress,
  ownAddress,
  payee,
  payout,
  SignerBench,
  testPolicy,
  usdtContract,
} from '#testing/signer-bench.ts';

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench();
});
afterEach(() => bench.remove());

const hot = { branch: 1, index: 0 } as const;
const deposit = { branch: 0, index: 7 } as const;

function sweep(
  id: string,
  change: Partial<SigningRequest['payments'][number]> & { fee?: bigint } = {},
): SigningRequest {
  const { fee = 0n, ...payment } = change;
  const whole = { to: ownAddress(hot), own: hot, coin: 'ETH', amount: 500n, ...payment };
  const terms = { family: 'development', from: deposit, nonce: 0, fee } as const;
  return payout(id, { kind: 'sweep', payments: [whole], terms });
}

describe('a signature', () => {
  it('is a transaction of exactly what was asked', () => {
    const payments = [
      { to: payee, coin: 'ETH', amount: 3n },
      { to: coldAddress, coin: 'USDT', contract: usdtContract, amount: 4n },
    ];
    const answer = bench.sign(payout('a', { payments, nonce: 9, fee: 2n }));
    const network = { code: 'ethereum', addressFormat: 'evm', memo: undefined } as const;
    expect(answer.signed && readDevelopment(answer.raw, network)).toMatchObject({
      ok: true,
      value: {
        id: answer.signed && answer.transactionId,
        from: ownAddress(hot),
        nonce: 9,
        fee: 2n,
        payments: [
          { to: payee, amount: 3n },
          { to: coldAddress, contract: usdtContract, amount: 4n },
        ],
      },
    });
  });

  it('is given again for the same id and words, also after a restart and when the day is spent, and counts once', () => {
    const first = bench.sign(payout('a', { payments: [{ to: payee, coin: 'ETH', amount: 60n }] }));
    for (let time = 0; time < 3; time += 1) {
      expect(bench.sign(payout('a', { payments: [{ to: payee, coin: 'ETH', amount: 60n }] }))).toEqual(first);
      bench.restart();
    }
    expect(bench.outcome(payout('b', { payments: [{ to: payee, coin: 'ETH', amount: 41n }] }))).toBe(
      'day_spent',
    );
    expect(bench.outcome(payout('c', { payments: [{ to: payee, coin: 'ETH', amount: 40n }] }))).toBe(
      'signed',
    );
    expect(bench.sign(payout('a', { payments: [{ to: payee, coin: 'ETH', amount: 60n }] }))).toEqual(first);
  });

  it('is refused for a used id with any other word', () => {
    const original = payout('a', { fee: 1n });
    bench.sign(original);
    const others: SigningRequest[] = [
      payout('a', { fee: 2n }),
      payout('a', { fee: 1n, nonce: 1 }),
      payout('a', { fee: 1n, kind: 'cold', payments: [{ to: coldAddress, coin: 'ETH', amount: 1n }] }),
      payout('a', { fee: 1n, payments: [{ to: coldAddress, coin: 'ETH', amount: 1n }] }),
      payout('a', { fee: 1n, payments: [{ to: payee, coin: 'ETH', amount: 2n }] }),
      payout('a', { fee: 1n, payments: [...original.payments, ...original.payments] }),
      payout('a', { fee: 1n, replaces: 'a' }),
      { ...original, terms: { family: 'development', from: deposit, nonce: 0, fee: 1n } },
    ];
    for (const other of others) expect(bench.outcome(other)).toBe('id_reused');
    bench.restart();
    for (const other of others) expect(bench.outcome(other)).toBe('id_reused');
  });

  it('leaves the id free when it was refused', () => {
    expect(bench.outcome(payout('a', { fee: 11n }))).toBe('fee_too_high');
    expect(bench.outcome(payout('a', { fee: 10n }))).toBe('signed');
  });
});

it('says each signature once, with what it adds to which day and what that has spent', () => {
  bench.sign(payout('a', { payments: [{ to: payee, coin: 'ETH', amount: 60n }], fee: 2n }));
  const usdt = { to: payee, coin: 'USDT', contract: usdtContract, amount: 7n };
  const answer = bench.sign(payout('b', { payments: [usdt], nonce: 1, fee: 3n }));
  bench.sign(payout('b', { payments: [usdt], nonce: 1, fee: 3n }));
  bench.sign(payout('c', { payments: [{ ...usdt, amount: 1_000n }], nonce: 2 }));
  expect(bench.lines).toHaveLength(2);
  expect(JSON.parse(bench.lines[1] ?? '')).toEqual({
    ...{ signed: 'b', kind: 'payout', network: 'ethereum' },
    transactionId: answer.signed && answer.transactionId,
    days: {
      transactions: { added: '1', spent: '2', max: '1000' },
      'ethereum/USDT': { added: '7', spent: '7', max: '1000' },
      'ethereum/ETH': { added: '3', spent: '65', max: '100' },
    },
  });
});

describe('what is refused by name', () => {
  const cases: [string, SigningRequest, string][] = [
    ['another kind', { ...payout('x'), kind: 'drain' as 'payout' }, 'unknown_kind'],
    ['another network', payout('x', { network: 'solana' }), 'unknown_network'],
    ['a name that every object has', payout('x', { network: 'constructor' }), 'unknown_network'],
    ['another coin', payout('x', { payments: [{ to: payee, coin: 'DOGE', amount: 1n }] }), 'unknown_coin'],
    [
      'a coin under the contract of another',
      payout('x', { payments: [{ to: payee, coin: 'ETH', contract: usdtContract, amount: 1n }] }),
      'unknown_coin',
    ],
    [
      'a token without its contract',
      payout('x', { payments: [{ to: payee, coin: 'USDT', amount: 1n }] }),
      'unknown_coin',
    ],
    [
      'a token under another contract',
      payout('x', { payments: [{ to: payee, coin: 'USDT', contract: payee, amount: 1n }] }),
      'unknown_coin',
    ],
    [
      'an address in another spelling',
      payout('x', { payments: [{ to: payee.toLowerCase(), coin: 'ETH', amount: 1n }] }),
      'bad_address',
    ],
    [
      'an address of another network',
      payout('x', { payments: [{ to: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', coin: 'ETH', amount: 1n }] }),
      'bad_address',
    ],
    [
      'a memo where there are none',
      payout('x', { payments: [{ to: payee, memo: '1', coin: 'ETH', amount: 1n }] }),
      'bad_address',
    ],
    [
      'a payout that names a key',
      payout('x', { payments: [{ to: ownAddress(hot), own: hot, coin: 'ETH', amount: 1n }] }),
      'malformed',
    ],
    ['nothing to pay', payout('x', { payments: [] }), 'malformed'],
    [
      'an amount of nothing',
      payout('x', { payments: [{ to: payee, coin: 'ETH', amount: 0n }] }),
      'malformed',
    ],
    ['a negative amount', payout('x', { payments: [{ to: payee, coin: 'ETH', amount: -1n }] }), 'malformed'],
    ['a negative fee', payout('x', { fee: -1n }), 'malformed'],
    ['a fee above the ceiling', payout('x', { fee: 11n }), 'fee_too_high'],
    ['a sweep elsewhere', sweep('x', { to: payee }), 'not_ours'],
    ['a sweep that names no key', payout('x', { kind: 'sweep' }), 'malformed'],
    ['a sweep of more than can be written', sweep('x', { amount: 2n ** 128n }), 'malformed'],
    [
      'a top-up in a token',
      payout('x', {
        kind: 'top-up',
        payments: [
          { to: ownAddress(deposit), own: deposit, coin: 'USDT', contract: usdtContract, amount: 1n },
        ],
      }),
      'not_ours',
    ],
    [
      'a top-up elsewhere',
      payout('x', { kind: 'top-up', payments: [{ to: payee, own: deposit, coin: 'ETH', amount: 1n }] }),
      'not_ours',
    ],
    ['a cold payment elsewhere', payout('x', { kind: 'cold' }), 'not_ours'],
    [
      'a cold payment with one elsewhere',
      payout('x', {
        kind: 'cold',
        payments: [
          { to: coldAddress, coin: 'ETH', amount: 1n },
          { to: payee, coin: 'ETH', amount: 1n },
        ],
      }),
      'not_ours',
    ],
    ['a replacement of what was never signed', payout('x', { replaces: 'y', fee: 1n }), 'not_a_replacement'],
    ['a replacement of itself', payout('x', { replaces: 'x', fee: 1n }), 'not_a_replacement'],
  ];

  it.each(cases)('%s', (_, request, refusal) => {
    expect(bench.outcome(request)).toBe(refusal);
  });

  it('a cold payment on a network whose file names no cold address', () => {
    const payments = [{ to: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '7', coin: 'XRP', amount: 1n }];
    expect(bench.outcome(payout('x', { network: 'ripple', kind: 'cold', payments }))).toBe('no_cold_address');
    expect(bench.outcome(payout('x', { network: 'ripple', payments }))).toBe('signed');
    const wrongTag = payments.map((payment) => ({ ...payment, memo: '07' }));
    expect(bench.outcome(payout('y', { network: 'ripple', payments: wrongTag }))).toBe('bad_address');
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'sign'],
    ['a list', []],
    ['no fields', {}],
    ['bytes to sign', { hash: '00'.repeat(32) }],
  ])('%s', (_, value) => {
    expect(bench.signer.sign(value)).toMatchObject({ signed: false, refusal: 'malformed' });
  });

  it('fields that are not known, at every level, and amounts that are no texts', () => {
    const good = JSON.parse(
      JSON.stringify(payout('x'), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
    const wrong = [
      { ...good, raw: 'ff' },
      { ...good, payments: [{ ...good.payments[0], data: '0x' }] },
      { ...good, payments: [{ ...good.payments[0], amount: 1 }] },
      { ...good, payments: [{ ...good.payments[0], amount: '1e3' }] },
      { ...good, payments: [{ ...good.payments[0], amount: '01' }] },
      { ...good, payments: [{ ...good.payments[0], own: { branch: 0, index: 0, secret: 1 } }] },
      { ...good, terms: { ...good.terms, gas: 1 } },
      { ...good, terms: { ...good.terms, family: 'evm' } },
      { ...good, terms: { ...good.terms, nonce: 1.5 } },
      { ...good, terms: { ...good.terms, from: { branch: 2, index: 0 } } },
      { ...good, terms: { ...good.terms, from: { branch: 0, index: 2 ** 31 } } },
      { ...good, id: 'with space' },
      { ...good, id: 'x'.repeat(101) },
      { ...good, replaces: null },
      { ...good, payments: Array(257).fill(good.payments[0]) },
    ];
    for (const value of wrong)
      expect(bench.signer.sign(value), JSON.stringify(value).slice(0, 200)).toMatchObject({
        refusal: 'malformed',
      });
    expect(bench.signer.sign(good)).toMatchObject({ signed: true });
  });
});

describe('the day', () => {
  const of = (amount: bigint) => [{ to: payee, coin: 'ETH', amount }];

  it('counts amounts and fees together, and frees them after 24 hours', () => {
    expect(bench.outcome(payout('a', { payments: of(85n), fee: 10n }))).toBe('signed');
    expect(bench.outcome(payout('b', { payments: of(5n), fee: 1n }))).toBe('day_spent');
    expect(bench.outcome(payout('c', { payments: of(5n) }))).toBe('signed');
    bench.clock.realMs += dayMs;
    expect(bench.outcome(payout('d', { payments: of(1n) }))).toBe('day_spent');
    bench.clock.realMs += 1;
    expect(bench.outcome(payout('d', { payments: of(100n) }))).toBe('signed');
  });

  it('counts the fee of a token in the coin that pays it, and each coin for itself', () => {
    const payments = [{ to: payee, coin: 'USDT', contract: usdtContract, amount: 500n }];
    expect(bench.outcome(payout('a', { payments, fee: 10n }))).toBe('signed');
    expect(bench.outcome(payout('b', { payments: of(91n) }))).toBe('day_spent');
    expect(bench.outcome(payout('b', { payments: of(90n) }))).toBe('signed');
    expect(bench.outcome(payout('c', { payments, fee: 1n }))).toBe('day_spent');
    expect(bench.outcome(payout('c', { payments }))).toBe('signed');
    expect(bench.outcome(payout('d', { payments }))).toBe('day_spent');
  });

  it('counts only the fees of sweeps and cold payments', () => {
    expect(bench.outcome(sweep('a', { amount: 10n ** 30n, fee: 10n }))).toBe('signed');
    const cold = [{ to: coldAddress, coin: 'ETH', amount: 10n ** 30n }];
    expect(bench.outcome(payout('b', { kind: 'cold', payments: cold, fee: 10n }))).toBe('signed');
    for (let at = 0; at < 8; at += 1) expect(bench.outcome(sweep(`s${at}`, { fee: 10n }))).toBe('signed');
    expect(bench.outcome(sweep('z', { fee: 1n }))).toBe('day_spent');
    expect(bench.outcome(sweep('z'))).toBe('signed');
  });

  it('leaves room for what brings money to safety when it is spent, and for no more of that', () => {
    expect(bench.outcome(payout('a', { payments: of(100n) }))).toBe('signed');
    const own = { to: ownAddress(hot), own: hot, coin: 'ETH', amount: 1n };
    const callOff = (id: string, fee: bigint) => payout(id, { kind: 'sweep', payments: [own], fee });
    const toCold = (id: string, fee: bigint) =>
      payout(id, { kind: 'cold', payments: [{ to: coldAddress, coin: 'ETH', amount: 10n ** 9n }], fee });
    expect(bench.outcome(callOff('b', 10n))).toBe('signed');
    expect(bench.outcome(toCold('c', 9n))).toBe('signed');
    bench.restart();
    expect(bench.outcome(toCold('d', 2n))).toBe('day_spent');
    const elsewhere = { ...own, to: ownAddress(deposit), own: deposit };
    for (const other of [
      sweep('e', { fee: 1n }),
      payout('e', { kind: 'sweep', payments: [elsewhere], fee: 1n }),
    ])
      expect(bench.outcome(other)).toBe('day_spent');
    expect(bench.outcome(payout('e', { fee: 1n }))).toBe('day_spent');
    expect(bench.outcome(callOff('e', 1n))).toBe('signed');
  });

  it('gives top-ups a small day of their own', () => {
    const payments = [{ to: ownAddress(deposit), own: deposit, coin: 'ETH', amount: 11n }];
    expect(bench.outcome(payout('a', { kind: 'top-up', payments, fee: 10n }))).toBe('signed');
    expect(bench.outcome(payout('b', { kind: 'top-up', payments }))).toBe('day_spent');
    expect(bench.outcome(payout('c', { payments: of(90n) }))).toBe('signed');
  });

  it('bounds the number of transactions, whatever they move', () => {
    bench.remove();
    bench = new SignerBench({ ...testPolicy, transactionsPerDay: 3 });
    for (const id of ['a', 'b', 'c']) expect(bench.outcome(sweep(id))).toBe('signed');
    expect(bench.outcome(sweep('d'))).toBe('day_spent');
    bench.restart();
    expect(bench.outcome(sweep('d'))).toBe('day_spent');
  });
});

describe('a replacement', () => {
  const of = (amount: bigint) => [{ to: payee, coin: 'ETH', amount }];

  it('counts only what its fee is higher', () => {
    expect(bench.outcome(payout('a', { payments: of(90n), fee: 1n }))).toBe('signed');
    expect(bench.outcome(payout('b', { payments: of(90n), fee: 5n, replaces: 'a' }))).toBe('signed');
    expect(bench.outcome(payout('c', { payments: of(90n), fee: 10n, replaces: 'a' }))).toBe('signed');
    expect(bench.outcome(payout('d', { nonce: 1 }))).toBe('day_spent');
  });

  it('must pay the same and be numbered the same, and cost more than all before it', () => {
    const former = payout('a', { payments: of(5n), fee: 3n });
    bench.sign(former);
    bench.sign(payout('b', { payments: of(5n), fee: 6n, replaces: 'a' }));
    const wrong: SigningRequest[] = [
      payout('x', { payments: of(6n), fee: 9n, replaces: 'a' }),
      payout('x', { payments: [{ to: coldAddress, coin: 'ETH', amount: 5n }], fee: 9n, replaces: 'a' }),
      payout('x', { payments: [...of(5n), ...of(1n)], fee: 9n, replaces: 'a' }),
      payout('x', { payments: of(5n), nonce: 1, fee: 9n, replaces: 'a' }),
      {
        ...payout('x', { payments: of(5n), fee: 9n, replaces: 'a' }),
        terms: { family: 'development', from: deposit, nonce: 0, fee: 9n },
      },
      payout('x', { payments: of(5n), fee: 6n, replaces: 'a' }),
      payout('x', { payments: of(5n), fee: 4n, replaces: 'a' }),
      payout('x', {
        payments: [{ ...of(5n)[0], to: coldAddress, coin: 'ETH', amount: 5n }],
        kind: 'cold',
        fee: 9n,
        replaces: 'a',
      }),
    ];
    for (const request of wrong) expect(bench.outcome(request)).toBe('not_a_replacement');
    expect(bench.outcome(payout('x', { payments: of(5n), fee: 11n, replaces: 'a' }))).toBe('fee_too_high');
    expect(bench.outcome(payout('x', { payments: of(5n), fee: 7n, replaces: 'b' }))).toBe('signed');
  });

  it('is given for two weeks, also after a restart', () => {
    bench.sign(payout('a', { fee: 1n }));
    bench.clock.realMs += 13 * dayMs;
    bench.restart();
    expect(bench.outcome(payout('b', { fee: 2n, replaces: 'a' }))).toBe('signed');
    bench.clock.realMs += 2 * dayMs;
    bench.restart();
    expect(bench.outcome(payout('c', { fee: 3n, replaces: 'a' }))).toBe('not_a_replacement');
    expect(bench.outcome(payout('c', { fee: 3n, replaces: 'b' }))).toBe('signed');
  });
});
