import { addressFormats } from '@emporion/chains';
import { Movement, MovementDetails } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as === undefined ? {} : { as }), body });
const outside = (index: number) =>
  addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 500 + index }));
const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, ['bitcoin']),
    sign: testSigner(app.platform),
  });
const lastMail = async (name: string) => {
  const { rows } = await sql<{ text: string }>`
    select text from messages where recipient = ${`${name}@example.test`} order by sequence desc limit 1
  `.execute(app.test.database.kysely);
  return rows[0]?.text ?? '';
};

async function withdraw(name: string, body: object): Promise<string> {
  const asked = { currency: 'BTC', network: 'bitcoin', amount: '0.05', ...body };
  const { id } = (await post('wallet/withdrawals', name, asked)).body;
  await post(`wallet/withdrawals/${id}/send-code`, name, { method: 'email' });
  const code = /(?<!\d)\d{6}(?!\d)/.exec(await lastMail(name))?.[0];
  await post(`wallet/withdrawals/${id}/confirm`, name, { confirmation: { method: 'email', code } });
  return id;
}

async function openLink(name: string): Promise<void> {
  const token = /confirm-withdrawal-request\/(\S+)/.exec(await lastMail(name))?.[1];
  await post('withdrawal/confirm-withdrawal-request', undefined, { token });
}

async function sendCode(name: string, amount: string): Promise<{ id: string; code: string }> {
  const confirmation = await mailedCode(app, name, 'p2p_code');
  const body = { currency: 'USDT', amount, client_id: `code-${amount}`, confirmation };
  return (await post('wallet/codes', name, body)).body;
}

let sent = '';
let cancelled = '';
let received = '';
let code = { id: '', code: '' };
let all: Movement[] = [];

async function list(query = '', as = 'ann'): Promise<{ results: Movement[]; next: string | null }> {
  const { status, body } = await app.call({ path: `wallet/movements?${query}`, as });
  expect([status, body]).toEqual([200, { results: expect.any(Array), next: body.next }]);
  return body;
}

/** A life in all kinds of movements: three deposits of which one waits, trades, transfers, codes, a payout and one called off. */
beforeAll(async () => {
  app = await createWalletApp({ clock: { now: () => new Date() } });
  await app.change(
    'update withdrawal_policy set level = 2, hold_above = 1000000, attempts_per_minute = 1000',
  );
  for (const name of ['ann', 'bea']) {
    await app.person(name);
    await giveSecondFactor(app, name);
  }
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '1' });
  await app.mine('bitcoin', 3);
  for (let times = 0; times < 3; times += 1) {
    await turn();
    await app.mine('bitcoin', 3);
  }
  await app.fund('ann', 'USDT', '100');
  await app.fund('buyer', 'USDT', '60000');
  const order = { type: 0, pair: 'BTC-USDT', price: '60000' };
  await post('orders', 'ann', { ...order, quantity: '0.01', operation: 'sell' });
  await post('orders', 'buyer', { ...order, quantity: '0.004', operation: 'buy' });
  await post('orders', 'buyer', { ...order, quantity: '0.006', operation: 'buy' });
  for (const [amount, from, to] of [
    ['10', 'ann', 'bea'],
    ['4', 'bea', 'ann'],
  ] as const)
    await post('wallet/transfers', from, {
      ...{ to: `person-${to}`, currency: 'USDT', amount, client_id: 'first' },
      confirmation: await mailedCode(app, from, 'transfer'),
    });
  code = await sendCode('ann', '7');
  await post('wallet/codes/redeem', 'bea', { code: code.code });
  const other = await sendCode('ann', '8');
  await post(`wallet/codes/${other.id}/cancel`, 'ann');
  await sendCode('ann', '9');
  await post('wallet/addresses', 'ann', {
    ...{ currency: 'BTC', network: 'bitcoin', address: outside(1), label: 'Холодный кошелёк' },
  });
  sent = await withdraw('ann', { address: outside(1), client_id: 'paid' });
  await openLink('ann');
  for (let times = 0; times < 5; times += 1) {
    await turn();
    await app.mine('bitcoin', 2);
  }
  cancelled = await withdraw('ann', { address: outside(2), client_id: 'called-off' });
  await post(`wallet/withdrawals/${cancelled}/cancel`, 'ann');
  await app.fund('bea', 'BTC', '1');
  received = await withdraw('bea', {
    ...{ address: (await app.addressOf('ann', 'bitcoin')).address, client_id: 'to-ann', amount: '0.02' },
  });
  await openLink('bea');
  await turn();
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '0.3' });
  await app.mine('bitcoin', 1);
  all = (await list('limit=200')).results;
});
afterAll(() => app.close());

describe('the list of movements', () => {
  it('has everything once, in every state, as the contract says', () => {
    for (const movement of all) Movement.parse(movement);
    expect(
      all.map(({ type, direction, status, currency }) => `${type} ${direction} ${currency} ${status}`),
    ).toEqual([
      'deposit in BTC confirming',
      'deposit in BTC completed',
      'withdrawal out BTC cancelled',
      'withdrawal out BTC completed',
      'code out USDT pending',
      'code out USDT cancelled',
      'code out USDT completed',
      'transfer in USDT completed',
      'transfer out USDT completed',
      'trade out BTC completed',
      'trade out BTC completed',
      'deposit in USDT completed',
      'deposit in BTC completed',
    ]);
  });

  it('adds up to the balance, coin by coin', async () => {
    const { body } = await app.call({ path: 'wallet-history?limit=1&currency=BTC', as: 'ann' });
    const usdt = await app.call({ path: 'wallet-history?limit=1&currency=USDT', as: 'ann' });
    const sumOf = (coin: string) =>
      formatDecimal(
        all
          .flatMap(({ legs, status }) => (status === 'completed' ? legs : []))
          .filter(({ currency }) => currency === coin)
          .reduce((sum, { change }) => {
            const units = parseDecimal(change, 18);
            return units.ok ? sum + units.value : sum;
          }, 0n),
        18,
      );
    expect([sumOf('BTC'), sumOf('USDT')]).toEqual([body.results[0].balance, usdt.body.results[0].balance]);
  });

  it.each([1, 2, 5])('is the same in pages of %i', async (limit) => {
    const found: Movement[] = [];
    let cursor = '';
    do {
      const page = await list(`limit=${limit}${cursor}`);
      expect(page.results.length).toBeLessThanOrEqual(limit);
      found.push(...page.results);
      cursor = page.next === null ? '' : `&cursor=${encodeURIComponent(page.next)}`;
    } while (cursor !== '');
    expect(found).toEqual(all);
  });

  /** Whether a leg of the movement is one that a filter looks for. */
  const hasLeg =
    (fits: (leg: { currency: string; size: number }) => boolean) =>
    ({ legs }: Movement) =>
      legs.some(({ currency, change }) => fits({ currency, size: Math.abs(Number(change)) }));

  it.each<[string, (movement: Movement) => boolean]>([
    ['currency=BTC', hasLeg(({ currency }) => currency === 'BTC')],
    ['currency=USDT', hasLeg(({ currency }) => currency === 'USDT')],
    ['type=trade&currency=USDT&direction=in', ({ type }) => type === 'trade'],
    ['type=trade&currency=USDT&direction=out', () => false],
    ['type=trade', ({ type }) => type === 'trade'],
    ['type=deposit&status=confirming', ({ type, status }) => type === 'deposit' && status === 'confirming'],
    ['status=cancelled', ({ status }) => status === 'cancelled'],
    [
      'status=completed&direction=out',
      ({ status, direction, exchange }) =>
        status === 'completed' && (direction === 'out' || exchange !== null),
    ],
    ['amount_from=9', hasLeg(({ size }) => size >= 9)],
    ['amount_to=0.006&currency=BTC', hasLeg(({ currency, size }) => currency === 'BTC' && size <= 0.006)],
    ['amount_from=0.05005&amount_to=7', hasLeg(({ size }) => size >= 0.05005 && size <= 7)],
    ['type=trade&amount_from=239.76&amount_to=239.76', ({ trade }) => trade?.quantity === '0.004'],
    ['type=bonus', () => false],
    ['type=other', () => false],
    ['text=PERSON-bea', ({ counterparty }) => counterparty === 'person-bea'],
    [`text=${encodeURIComponent('холодный')}`, ({ label }) => label === 'Холодный кошелёк'],
  ])('filtered by %s is what fits of it', async (query, fits) => {
    expect((await list(`limit=200&${query}`)).results).toEqual(all.filter(fits));
  });

  it('finds by hash, address, id, code, number of a trade, and times', async () => {
    const payout = all.find(({ id }) => id === sent);
    const trade = all.find(({ type }) => type === 'trade');
    const texts: [string | null | undefined, (movement: Movement) => boolean][] = [
      [payout?.hash?.slice(4, 20), ({ id }) => id === sent],
      [payout?.address?.slice(-12).toUpperCase(), ({ id }) => id === sent],
      [cancelled, ({ id }) => id === cancelled],
      [code.code, ({ id }) => id === code.id],
      [`${trade?.trade?.id}&type=trade`, (movement) => movement.trade?.id === trade?.trade?.id],
      [trade?.id, ({ id }) => id === trade?.id],
    ];
    for (const [text, fits] of texts)
      expect((await list(`text=${text ?? '?'}`)).results).toEqual(all.filter(fits));
    const [newest, middle] = [all[0]?.date ?? '', all[5]?.date ?? ''];
    expect((await list(`from=${middle}&to=${newest}`)).results).toEqual(
      all.filter(({ date }) => date >= middle && date < newest),
    );
  });

  it('says of a trade, a transfer and a payout what belongs to them', () => {
    expect(all.find(({ type }) => type === 'trade')).toMatchObject({
      ...{ currency: 'BTC', amount: '0.006', fee: '0', change: '-0.006' },
      exchange: {
        paid: { currency: 'BTC', amount: '0.006' },
        received: { currency: 'USDT', amount: '359.64' },
        fees: [{ currency: 'USDT', amount: '0.36' }],
        remainders: [],
      },
      legs: [
        { kind: 'trade', currency: 'BTC', change: '-0.006', fee: '0', pair: 'BTC-USDT' },
        { kind: 'trade', currency: 'USDT', change: '359.64', fee: '0.36', pair: 'BTC-USDT' },
      ],
      trade: { pair: 'BTC-USDT', operation: 'sell', price: '60000', quantity: '0.006' },
    });
    expect(all.find(({ id }) => id === sent)).toMatchObject({
      ...{ network: 'bitcoin', amount: '0.05', fee: '0.0001', change: '-0.0501', stage: 'completed' },
      ...{ address: outside(1), label: 'Холодный кошелёк', explorer: null, confirmations: 2 },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    'cursor=1',
    'cursor=1~ledger~1',
    `cursor=99999999999999999~deposit~1`,
    'type=gift',
    'currency=NONE',
    'amount_from=x',
    'text=%00',
    'page=2',
  ])('refuses %s', async (query) => {
    expect((await app.call({ path: `wallet/movements?${query}`, as: 'ann' })).status).toBe(422);
  });

  it.each(['from=0000-01-01T00:00:00Z', 'to=0001-01-01T00:00:00Z', 'from=9999-12-31T23:59:59Z'])(
    'answers for %s',
    async (query) => {
      await list(query);
    },
  );
});

it('shows what another user withdrew to an address of one’s own as a deposit, under its id too', async () => {
  const { results } = await list('type=deposit&currency=BTC&amount_to=0.02');
  const own = await app.addressOf('ann', 'bitcoin');
  expect(results).toMatchObject([
    {
      amount: '0.02',
      internal: true,
      network: 'bitcoin',
      address: own.address,
      hash: null,
      status: 'completed',
    },
  ]);
  const { body } = await app.call({ path: `wallet/movements/${received}`, as: 'ann' });
  expect(body).toMatchObject({ ...results[0], timeline: [{ stage: 'completed' }] });
  expect((await list(`text=${received}`)).results).toEqual(results);
  expect((await list('type=withdrawal', 'bea')).results).toMatchObject([{ id: received, internal: true }]);
});

describe('one movement', () => {
  const read = (id: string, as = 'ann') => app.call({ path: `wallet/movements/${id}`, as });
  const stages = async (id: string) =>
    MovementDetails.parse((await read(id)).body).timeline.map(({ stage }) => stage);

  it('has the stages that it passed, with their times', async () => {
    expect(await stages(sent)).toEqual([
      ...['requested', 'confirmed', 'queued', 'built', 'signed', 'broadcast', 'confirming', 'completed'],
    ]);
    expect(await stages(cancelled)).toEqual(['requested', 'cancelled']);
    expect(await stages(code.id)).toEqual(['active', 'redeemed']);
    expect(await stages(all.find(({ type }) => type === 'deposit')?.id ?? '')).toEqual(['confirming']);
    const times = (await read(sent)).body.timeline.map(({ time }: { time: string }) => time);
    expect(times).toEqual([...times].sort());
  });

  it('of every row of the list is the row and its stages', async () => {
    for (const movement of all) {
      const { timeline, cancellable, ...same } = (await read(movement.id)).body;
      expect(same).toEqual(movement);
      expect(timeline.at(-1).stage).toBe(movement.stage);
      expect(cancellable).toBe(movement.status === 'pending');
    }
  });

  it('is nobody else’s', async () => {
    for (const { id, type } of all) expect([(await read(id, 'mallory')).status, type]).toEqual([404, type]);
    expect((await list('', 'mallory')).results).toEqual([]);
    for (const id of ['1-1', '0-0', '99999999999999999-1', 'abc', sent.slice(1)])
      expect((await read(id)).status).toBe(404);
  });
});
