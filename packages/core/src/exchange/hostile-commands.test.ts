import { describe, expect, it } from 'vitest';
import type { Command, CommandKind } from '#commands/commands.ts';
import { Exchange } from '#state/exchange.ts';
import { stateHash } from '#state/snapshot.ts';
import { movesMoney, openRules, openTeaMarket, type Request, withEnvelope } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';
import { evolve } from './evolve.ts';
import { execute } from './execute.ts';

const named = { account: 'ann', market: 'TEA-GOLD' } as const;
const money = { account: 'ann', coin: 'TEA', amount: 5n } as const;

/** One good command of every kind, with every field that it can have. Orders 1 to 4 stand when they come. */
const samples: { readonly [Kind in CommandKind]: readonly Extract<Request, { kind: Kind }>[] } = {
  PlaceOrder: [
    {
      kind: 'PlaceOrder',
      ...named,
      side: 'buy',
      type: 'limit',
      quantity: 3,
      price: 100,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'oldest',
      clientOrderId: 'mine',
    },
    { kind: 'PlaceOrder', ...named, side: 'buy', type: 'market', quantity: 3, worstPrice: 120 },
    { kind: 'PlaceOrder', ...named, side: 'buy', type: 'market', budget: 300n },
    {
      kind: 'PlaceOrder',
      ...named,
      side: 'buy',
      type: 'stop',
      quantity: 3,
      stopPrice: 130,
      worstPrice: 140,
    },
    {
      kind: 'PlaceOrder',
      ...named,
      side: 'sell',
      type: 'stop_limit',
      quantity: 3,
      stopPrice: 80,
      limitPrice: 79,
    },
    { kind: 'PlaceOrder', ...named, side: 'sell', type: 'trailing_stop', quantity: 3, trail: 10 },
    {
      kind: 'PlaceOrder',
      ...named,
      side: 'buy',
      type: 'pegged',
      quantity: 3,
      percent: 0,
      minimumPrice: 50,
      maximumPrice: 90,
    },
  ],
  PlaceOcoOrders: [
    {
      kind: 'PlaceOcoOrders',
      ...named,
      side: 'sell',
      quantity: 3,
      price: 120,
      stopPrice: 80,
      limitPrice: 79,
      selfTrade: 'both',
      clientOrderId: 'pair',
    },
  ],
  AmendOrder: [
    { kind: 'AmendOrder', account: 'ann', orderId: 3, quantity: 9, price: 101 },
    { kind: 'AmendOrder', account: 'ann', orderId: 3, quantity: 4 },
    { kind: 'AmendOrder', account: 'ann', orderId: 4, percent: 10, minimumPrice: 60, maximumPrice: 80 },
    { kind: 'AmendOrder', account: 'ann', orderId: 5, stopPrice: 70, limitPrice: 69 },
  ],
  CancelOrder: [{ kind: 'CancelOrder', account: 'ann', orderId: 3 }],
  CancelOrders: [{ kind: 'CancelOrders', ...named }],
  Swap: [
    {
      kind: 'Swap',
      account: 'bob',
      from: 'TEA',
      to: 'GOLD',
      amount: 2n,
      minimumReceived: 1n,
      route: ['TEA-GOLD'],
    },
  ],
  SetReferencePrice: [{ kind: 'SetReferencePrice', market: 'TEA-GOLD', price: 60 }],
  DealWithDueOrders: [{ kind: 'DealWithDueOrders' }],
  ListCoin: [{ kind: 'ListCoin', coin: 'SILK', decimals: 3 }],
  OpenMarket: [
    {
      kind: 'OpenMarket',
      market: 'GOLD-TEA',
      base: 'GOLD',
      quote: 'TEA',
      priceDecimals: 0,
      quantityDecimals: 0,
      rules: openRules,
    },
  ],
  ChangeMarket: [{ kind: 'ChangeMarket', market: 'TEA-GOLD', rules: openRules, state: 'open' }],
  OpenAccount: [{ kind: 'OpenAccount', account: 'new' }],
  ChangeAccount: [
    {
      kind: 'ChangeAccount',
      account: 'ann',
      frozenByOwner: true,
      tradingEnabled: true,
      withdrawalEnabled: true,
      tier: 1,
      limits: { ordersPerDayMax: 5 },
    },
  ],
  ChangeLimits: [{ kind: 'ChangeLimits', limits: { fillsPerCommandMax: 5, ordersPerDayMax: 5 } }],
  AnchorDigest: [
    { kind: 'AnchorDigest', topic: 'audit', digest: '00ff', reference: 'row:1', actor: 'operator:1' },
  ],
  CreditDeposit: [{ kind: 'CreditDeposit', ...money, source: 'house:custody:testnet', fee: 1n }],
  ReverseCredit: [
    {
      kind: 'ReverseCredit',
      ...money,
      source: 'house:custody:testnet',
      loss: 'house:reorg-loss:testnet',
      fee: 1n,
      lossMax: 5n,
    },
  ],
  HoldWithdrawal: [{ kind: 'HoldWithdrawal', withdrawalId: 'w1', ...money, network: 'testnet', fee: 1n }],
  ReturnPayout: [{ kind: 'ReturnPayout', ...money, network: 'testnet', fee: 1n }],
  MoveHouseMoney: [
    {
      kind: 'MoveHouseMoney',
      cause: 'capital_in',
      legs: [{ from: 'house:custody:testnet', to: 'house:capital', coin: 'TEA', amount: 5n }],
    },
  ],
  VoidBooking: [{ kind: 'VoidBooking' }],
  SendWithdrawal: [{ kind: 'SendWithdrawal', withdrawalId: 'w0', sent: 4n }],
  ReleaseWithdrawal: [{ kind: 'ReleaseWithdrawal', withdrawalId: 'w0' }],
  Transfer: [{ kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 5n, fee: 1n }],
  LockCode: [{ kind: 'LockCode', codeId: 'g1', ...money }],
  RedeemCode: [{ kind: 'RedeemCode', codeId: 'g0', account: 'bob' }],
  CancelCode: [{ kind: 'CancelCode', codeId: 'g0', account: 'ann' }],
  AdjustBalance: [{ kind: 'AdjustBalance', ...money }],
  FundPool: [{ kind: 'FundPool', programme: 'affiliate', coin: 'TEA', amount: 1n }],
  PayBonus: [{ kind: 'PayBonus', programme: 'affiliate', ...money }],
};

/** What stands before the hostile command comes: a last and a reference price, four orders, a withdrawal, a code. */
const before: readonly Request[] = [
  { kind: 'PlaceOrder', ...named, account: 'bob', side: 'sell', type: 'limit', quantity: 5, price: 100 },
  { kind: 'PlaceOrder', ...named, account: 'cleo', side: 'buy', type: 'limit', quantity: 1, price: 100 },
  { kind: 'PlaceOrder', ...named, side: 'buy', type: 'limit', quantity: 8, price: 95 },
  { kind: 'SetReferencePrice', market: 'TEA-GOLD', price: 70 },
  {
    kind: 'PlaceOrder',
    ...named,
    side: 'buy',
    type: 'pegged',
    quantity: 2,
    percent: 0,
    minimumPrice: 50,
    maximumPrice: 90,
  },
  {
    kind: 'PlaceOrder',
    ...named,
    side: 'sell',
    type: 'stop_limit',
    quantity: 2,
    stopPrice: 75,
    limitPrice: 74,
  },
  { kind: 'HoldWithdrawal', withdrawalId: 'w0', ...money, fee: 1n },
  { kind: 'LockCode', codeId: 'g0', ...money },
];

const hostileValues: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  -0,
  0.5,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  1n,
  -1n,
  10n ** 41n,
  '',
  '1',
  '__proto__',
  'constructor',
  'house:fees',
  '\u0000',
  '\ud800',
  true,
  [],
  ['limit'],
  ['TEA-GOLD'],
  [null],
  {},
  Object.create(null),
  JSON.parse('{"__proto__": {"tick": 1}}'),
];

function prepared() {
  const test = openTeaMarket();
  for (const request of before) test.accept(request);
  return test;
}

describe.each(Object.entries(samples))('%s', (_, requests) => {
  it.each(requests.map((request) => [request] as const))(
    'never throws or corrupts, whatever its fields are: case %#',
    (request) => {
      const envelope = movesMoney(request.kind) ? ['booking', 'reference', 'actor', 'reason'] : ['key'];
      for (const field of [...Object.keys(request), ...envelope, 'acceptedAt', 'extra']) {
        const test = prepared();
        const replica = prepared().exchange;
        for (const [index, value] of hostileValues.entries()) {
          const envelope = { number: 100 + index, key: `hostile:${index}`, acceptedAt: test.now };
          const whole = withEnvelope(request as Request, envelope);
          const { events } = execute(test.exchange, { ...whole, [field]: value } as Command);
          for (const event of events) evolve(replica, event);
        }
        checkInvariants(test.exchange);
        expect(stateHash(replica)).toBe(stateHash(test.exchange));
      }
    },
  );

  it('is accepted as it is', () => {
    for (const request of requests) {
      const code = prepared().codeOf(request);
      expect([
        'accepted',
        ...(['FundPool', 'PayBonus', 'ReturnPayout'].includes(request.kind) ? ['insufficient_funds'] : []),
      ]).toContain(code);
    }
  });
});

it.each([[null], [undefined], [5], ['x'], [[]], [{}], [Object.create(null)]])(
  'refuses %j, which is no command, and leaves no trace',
  (value) => {
    const exchange = new Exchange();
    const hash = stateHash(exchange);
    expect(execute(exchange, value as never)).toMatchObject({
      outcome: { status: 'rejected', rejection: { code: 'wrong_data' } },
      events: [],
    });
    expect(stateHash(exchange)).toBe(hash);
  },
);

it.each([
  ['tick', Number.NaN],
  ['lot', '1'],
  ['maximumCost', 5],
  ['band', null],
  ['fees', [null]],
  ['fees', [{}]],
  ['fees', [{ maker: 1_000_000, taker: 0 }]],
  ['fees', {}],
])('refuses rules whose %s is %j', (field, value) => {
  const rules = { ...openRules, [field]: value } as never;
  expect(prepared().codeOf({ kind: 'ChangeMarket', market: 'TEA-GOLD', rules })).toBe('wrong_data');
});

it('keeps rules of its own: what else the command carried, or what becomes of it later, is nothing to the state', () => {
  const test = openTeaMarket();
  const rules = { ...openRules, fees: [{ maker: 0, taker: 0, extra: 1n }], extra: 1n };
  test.accept({ kind: 'ChangeMarket', market: 'TEA-GOLD', rules });
  const hash = stateHash(test.exchange);
  rules.tick = 7;
  rules.fees.push({ maker: 5, taker: 5, extra: 1n });
  expect(stateHash(test.exchange)).toBe(hash);
  expect(test.exchange.market('TEA-GOLD').rules).toEqual(openRules);
});

it.each(['\u0000', 'line\nbreak', '\ud800'])(
  'refuses names and client order ids with the characters of %j',
  (text) => {
    const test = openTeaMarket();
    const order = {
      kind: 'PlaceOrder',
      ...named,
      side: 'buy',
      type: 'limit',
      quantity: 1,
      price: 1,
    } as const;
    expect(test.codeOf({ ...order, clientOrderId: text })).toBe('wrong_data');
    expect(test.codeOf({ kind: 'OpenAccount', account: text })).toBe('wrong_data');
    expect(test.execute(order, text).outcome).toMatchObject({ rejection: { code: 'wrong_data' } });
  },
);
