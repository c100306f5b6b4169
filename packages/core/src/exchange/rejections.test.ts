import { describe, expect, it } from 'vitest';
import type { Command } from '#commands/commands.ts';
import { stateHash, takeSnapshot } from '#state/snapshot.ts';
import { openRules, openTeaMarket, type Request, type TestExchange } from '#testing/fixture.ts';
import { checkInvariants } from '#testing/invariants.ts';
import { execute } from './execute.ts';
import { type RejectionCode, rejectionCodes } from './rejection.ts';

const order = { kind: 'PlaceOrder', account: 'ann', market: 'TEA-GOLD', side: 'buy' } as const;
const limit = { ...order, type: 'limit', quantity: 10, price: 100 } as const;
const pegged = {
  ...order,
  type: 'pegged',
  quantity: 10,
  percent: 0,
  minimumPrice: 50,
  maximumPrice: 150,
} as const;
const oco = {
  kind: 'PlaceOcoOrders',
  account: 'ann',
  market: 'TEA-GOLD',
  side: 'sell',
  quantity: 10,
  price: 110,
  stopPrice: 90,
} as const;
const amend = { kind: 'AmendOrder', account: 'ann', orderId: 1 } as const;
const cancel = { kind: 'CancelOrder', account: 'ann', orderId: 1 } as const;
const swap = {
  kind: 'Swap',
  account: 'ann',
  from: 'TEA',
  to: 'GOLD',
  amount: 10n,
  minimumReceived: 1n,
  route: ['TEA-GOLD'],
} as const;
const withdrawal = {
  kind: 'HoldWithdrawal',
  withdrawalId: 'w1',
  account: 'ann',
  coin: 'TEA',
  amount: 10n,
  fee: 1n,
} as const;
const transfer = { kind: 'Transfer', from: 'ann', to: 'bob', coin: 'TEA', amount: 10n, fee: 0n } as const;

/** A bad request has the faults of every row from its own on, so a row shows that its code goes before those below it. */
interface Case {
  readonly code: RejectionCode;
  readonly request: Request;
  readonly before?: readonly Request[];
}

const rules = {
  ...openRules,
  tick: 5,
  lot: 2,
  minimumQuantity: 4,
  maximumQuantity: 1_000,
  minimumCost: 50n,
  maximumCost: 50_000n,
  band: 500_000,
};
const setRules: Request = { kind: 'ChangeMarket', market: 'TEA-GOLD', rules };
const state = (name: 'halted' | 'cancel_only' | 'post_only'): Request => ({
  kind: 'ChangeMarket',
  market: 'TEA-GOLD',
  state: name,
});
const noTrading: Request = { kind: 'ChangeAccount', account: 'ann', tradingEnabled: false };
const rest = (account: string, side: 'buy' | 'sell', quantity: number, price: number): Request => ({
  ...limit,
  account,
  side,
  quantity,
  price,
});
const lastPrice = (price: number) => [rest('bob', 'sell', 1, price), rest('cleo', 'buy', 1, price)];
const bad = (value: unknown) => value as never;

/** PlaceOrder, in the order of its checks. */
const placing: Case[] = [
  { code: 'invalid_trading_pair', request: { ...limit, market: 'X', account: 'nobody' } },
  { code: 'account_not_found', request: { ...limit, account: 'nobody', type: bad('magic') } },
  {
    code: 'trading_disabled',
    request: { ...limit, type: bad('magic') },
    before: [noTrading, state('halted')],
  },
  { code: 'market_closed', request: { ...limit, type: bad('magic') }, before: [state('cancel_only')] },
  { code: 'market_closed', request: limit, before: [state('post_only')] },
  { code: 'invalid_order_type', request: { ...limit, type: bad('magic'), stopPrice: 1 } },
  { code: 'invalid_order_type', request: { ...limit, timeInForce: 'ioc', postOnly: true } },
  { code: 'order_wrong_type', request: { ...limit, stopPrice: 1, quantity: -1, side: bad('up') } },
  { code: 'wrong_data', request: { ...limit, side: bad('up'), quantity: -1 } },
  { code: 'invalid_order_size', request: { ...order, type: 'market', quantity: -1, budget: -1n } },
  { code: 'invalid_order_size', request: { ...order, type: 'market', side: 'sell', budget: 5n } },
  { code: 'order_wrong_quantity', request: { ...limit, quantity: 0.5, price: -1 }, before: [setRules] },
  { code: 'order_bad_quantity', request: { ...limit, quantity: 3, price: -1 }, before: [setRules] },
  { code: 'order_size_too_small', request: { ...limit, quantity: 2, price: -1 }, before: [setRules] },
  { code: 'order_size_too_large', request: { ...limit, quantity: 1_002, price: -1 }, before: [setRules] },
  { code: 'order_wrong_price', request: { ...limit, quantity: 4, price: Number.NaN }, before: [setRules] },
  { code: 'invalid_order_price', request: { ...limit, quantity: 4, price: 7 }, before: [setRules] },
  {
    code: 'price_too_low',
    request: { ...limit, quantity: 4, price: 5 },
    before: [...lastPrice(100), setRules],
  },
  {
    code: 'price_too_high',
    request: { ...limit, quantity: 1_000, price: 500 },
    before: [...lastPrice(100), setRules],
  },
  {
    code: 'price_too_high',
    request: { ...order, side: 'sell', type: 'stop', quantity: 4, stopPrice: 100 },
    before: lastPrice(100),
  },
  {
    code: 'order_wrong_limit',
    request: { ...order, type: 'stop_limit', quantity: 4, stopPrice: 110, limitPrice: 0 },
  },
  { code: 'order_wrong_limit', request: { ...order, type: 'stop', quantity: 4, stopPrice: 110 } },
  { code: 'order_wrong_percent', request: { ...pegged, percent: -1_000_000, minimumPrice: -1 } },
  { code: 'order_wrong_limit', request: { ...pegged, minimumPrice: 200 } },
  { code: 'order_error', request: pegged },
  { code: 'order_cost_limit', request: { ...limit, quantity: 4, price: 10 }, before: [setRules] },
  {
    code: 'daily_limit_exceeded',
    request: { ...limit, price: 1_000_000 },
    before: Array.from({ length: 6 }, () => ({ ...limit, timeInForce: 'ioc' }) as const),
  },
  {
    code: 'order_too_many_open',
    request: { ...limit, price: 1_000_000 },
    before: [limit, limit, limit, limit],
  },
  {
    code: 'duplicate_transaction',
    request: { ...limit, clientOrderId: 'mine', price: 1_000_000 },
    before: [{ ...limit, clientOrderId: 'mine' }],
  },
  {
    code: 'order_market_full',
    request: { ...pegged, quantity: 1_000_000 },
    before: [
      { kind: 'SetReferencePrice', market: 'TEA-GOLD', price: 100 },
      { ...pegged, account: 'bob' },
    ],
  },
  {
    code: 'insufficient_balance',
    request: { ...limit, price: 1_000_000, postOnly: true },
    before: [rest('bob', 'sell', 1, 100)],
  },
  {
    code: 'order_no_funds',
    request: { ...order, type: 'market', quantity: 1_000 },
    before: [rest('bob', 'sell', 1_000, 5_000)],
  },
  { code: 'order_no_funds', request: { ...order, type: 'market', budget: 9_000_000n } },
  { code: 'order_error', request: { ...limit, postOnly: true }, before: [rest('bob', 'sell', 1, 100)] },
];

const others: Case[] = [
  { code: 'order_wrong_price', request: { ...oco, price: 80 } },
  { code: 'order_error', request: oco, before: [rest('bob', 'buy', 1, 110)] },
  { code: 'insufficient_balance', request: { ...oco, quantity: 2_000_000 } },
  { code: 'order_not_found', request: cancel },
  { code: 'order_not_found', request: cancel, before: [rest('bob', 'buy', 1, 100)] },
  {
    code: 'order_not_found',
    request: cancel,
    before: [rest('bob', 'buy', 1, 100), { ...cancel, account: 'bob' }],
  },
  { code: 'order_already_cancelled', request: cancel, before: [limit, cancel] },
  { code: 'order_already_filled', request: cancel, before: [limit, rest('bob', 'sell', 10, 100)] },
  { code: 'order_closed', request: cancel, before: [{ ...limit, timeInForce: 'ioc' }] },
  { code: 'market_closed', request: cancel, before: [limit, state('halted')] },
  { code: 'invalid_trading_pair', request: { kind: 'CancelOrders', account: 'ann', market: 'X' } },
  { code: 'order_already_cancelled', request: { ...amend, price: -1 }, before: [limit, cancel] },
  { code: 'trading_disabled', request: { ...amend, price: -1 }, before: [limit, noTrading] },
  { code: 'wrong_data', request: amend, before: [limit] },
  { code: 'order_not_auto', request: { ...amend, percent: 5 }, before: [limit] },
  { code: 'order_wrong_type', request: { ...amend, stopPrice: 5 }, before: [limit] },
  { code: 'order_wrong_type', request: { ...amend, quantity: 5 }, before: [oco] },
  { code: 'order_wrong_quantity', request: { ...amend, quantity: -1 }, before: [limit] },
  {
    code: 'invalid_order_size',
    request: { ...amend, quantity: 4 },
    before: [limit, rest('bob', 'sell', 4, 100)],
  },
  { code: 'order_wrong_price', request: { ...amend, price: 0 }, before: [limit] },
  { code: 'insufficient_balance', request: { ...amend, price: 1_000_000 }, before: [limit] },
  { code: 'account_not_found', request: { ...swap, account: 'nobody' } },
  { code: 'coin_invalid', request: { ...swap, from: 'X', amount: 0n } },
  { code: 'amount_too_small', request: { ...swap, amount: 0n, route: [] } },
  { code: 'not_suitable_pair', request: { ...swap, route: [] } },
  { code: 'not_suitable_pair', request: { ...swap, to: 'TEA' } },
  { code: 'invalid_trading_pair', request: { ...swap, route: ['X'] } },
  { code: 'market_closed', request: swap, before: [state('post_only')] },
  { code: 'insufficient_balance', request: { ...swap, amount: 2_000_000n } },
  { code: 'order_size_too_large', request: swap, before: [rest('bob', 'buy', 9, 100)] },
  { code: 'order_error', request: swap, before: [limit] },
  {
    code: 'check_min_max_limit',
    request: { ...swap, minimumReceived: 1_001n },
    before: [rest('bob', 'buy', 10, 100)],
  },
  { code: 'wrong_data', request: { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: bad(5) } },
  { code: 'amount_too_small', request: { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: -1n } },
  {
    code: 'withdrawal_disabled',
    request: withdrawal,
    before: [{ kind: 'ChangeAccount', account: 'ann', withdrawalEnabled: false }],
  },
  { code: 'duplicate_transaction', request: { ...withdrawal, amount: 2n }, before: [withdrawal] },
  { code: 'insufficient_funds', request: { ...withdrawal, amount: 1_000_000n } },
  { code: 'transaction_not_found', request: { kind: 'SendWithdrawal', withdrawalId: 'w1' } },
  {
    code: 'transaction_not_found',
    request: { kind: 'ReleaseWithdrawal', withdrawalId: 'w1' },
    before: [withdrawal, { kind: 'SendWithdrawal', withdrawalId: 'w1' }],
  },
  {
    code: 'not_enough_in_holds',
    request: { kind: 'SendWithdrawal', withdrawalId: 'w1', sent: 11n },
    before: [withdrawal],
  },
  { code: 'same_account_transfer', request: { ...transfer, to: 'ann' } },
  { code: 'insufficient_funds', request: { ...transfer, amount: 1_000_000n, fee: 1n } },
  { code: 'invalid_code', request: { kind: 'RedeemCode', codeId: 'g1', account: 'bob' } },
  {
    code: 'invalid_code',
    request: { kind: 'CancelCode', codeId: 'g1', account: 'bob' },
    before: [{ kind: 'LockCode', codeId: 'g1', account: 'ann', coin: 'TEA', amount: 5n }],
  },
  {
    code: 'insufficient_funds',
    request: { kind: 'AdjustBalance', account: 'ann', coin: 'TEA', amount: -1_000_001n },
  },
  {
    code: 'insufficient_funds',
    request: { kind: 'PayBonus', programme: 'p', account: 'ann', coin: 'TEA', amount: 1n },
  },
  { code: 'value_not_allowed', request: { kind: 'ChangeMarket', market: 'TEA-GOLD', state: bad('sleepy') } },
  { code: 'wrong_data', request: bad({ kind: 'Dance' }) },
];

const open = () =>
  openTeaMarket({ limits: { openOrdersPerMarketMax: 4, ordersPerDayMax: 6, peggedOrdersPerMarketMax: 1 } });

function prepare(test: TestExchange, { before = [] }: Case): void {
  for (const request of before) test.accept(request);
}

describe.each([
  ['PlaceOrder, in the order of its checks', placing],
  ['the other commands', others],
])('%s', (_, cases) => {
  it.each(cases.map((each) => [each.code, each] as const))(
    'rejects with %s and moves nothing',
    (code, each) => {
      const test = open();
      prepare(test, each);
      const { wallets } = takeSnapshot(test.exchange);
      expect(test.codeOf(each.request)).toBe(code);
      expect(takeSnapshot(test.exchange).wallets).toEqual(wallets);
      checkInvariants(test.exchange);
    },
  );
});

it('rejects an order worth less than one unit of the quote coin', () => {
  const test = open();
  test.accept({ kind: 'ListCoin', coin: 'DUST', decimals: 2 });
  test.accept({
    kind: 'OpenMarket',
    market: 'DUST-GOLD',
    base: 'DUST',
    quote: 'GOLD',
    priceDecimals: 0,
    quantityDecimals: 2,
    rules: openRules,
  });
  expect(test.codeOf({ ...limit, market: 'DUST-GOLD', quantity: 9, price: 10 })).toBe('order_small_quantity');
});

it('rejects a change of an order that is about to fire', () => {
  const test = openTeaMarket({ limits: { followUpsPerCommandMax: 0 } });
  for (const request of lastPrice(100)) test.accept(request);
  test.accept({ ...order, side: 'sell', type: 'stop', quantity: 1, stopPrice: 90 });
  test.accept(rest('bob', 'buy', 1, 90));
  test.accept(rest('cleo', 'sell', 1, 90));
  expect(test.codeOf({ ...amend, orderId: 3, stopPrice: 80 })).toBe('order_not_opened');
});

it('has a test for every code', () => {
  const tested = new Set<string>([...placing, ...others].map(({ code }) => code));
  for (const code of ['order_small_quantity', 'order_not_opened']) tested.add(code);
  expect(rejectionCodes.filter((code) => !tested.has(code))).toEqual([]);
});

describe('an idempotency key or booking', () => {
  it('gives the first outcome again, without doing it again', () => {
    const test = open();
    const request = { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n } as const;
    const first = test.execute(request, 501);
    test.now += 1_000;
    const again = test.execute(request, 501);
    expect(again).toEqual({ outcome: first.outcome, events: [], repeated: true });
    expect(test.available('ann', 'TEA')).toBe(1_000_005n);
  });

  it('refuses another input', () => {
    const test = open();
    test.execute({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n }, 501);
    const other = test.execute({ kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 6n }, 501);
    expect(other.outcome).toMatchObject({ status: 'rejected', rejection: { code: 'duplicate_transaction' } });
    expect(test.available('ann', 'TEA')).toBe(1_000_005n);
  });

  it('gives a rejection again, even when the reason is gone', () => {
    const test = open();
    const request = { ...limit, quantity: 1_000_000 };
    expect(test.execute(request, 'order:1').outcome.status).toBe('rejected');
    test.accept({ kind: 'CreditDeposit', account: 'ann', coin: 'GOLD', amount: 10n ** 12n });
    expect(test.execute(request, 'order:1')).toMatchObject({
      repeated: true,
      outcome: { status: 'rejected' },
    });
  });

  it('of a deposit is never forgotten, whatever comes after', () => {
    const test = openTeaMarket({ limits: { recentKeysMax: 10 } });
    const deposit = { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n } as const;
    test.execute(deposit, 501);
    for (let count = 0; count < 100; count += 1) test.accept({ ...limit, quantity: 1, timeInForce: 'ioc' });
    expect(test.execute(deposit, 501).repeated).toBe(true);
  });

  it('is remembered however many commands without one come after', () => {
    const test = openTeaMarket({ limits: { recentKeysMax: 10 } });
    const order = { ...limit, quantity: 1, timeInForce: 'ioc' } as const;
    test.execute(order, 'order:1');
    for (let count = 0; count < 100; count += 1) test.execute(order, null);
    expect(test.execute(order, 'order:1').repeated).toBe(true);
  });

  it('that is missing or endless is refused and leaves no trace', () => {
    const test = open();
    const before = stateHash(test.exchange);
    for (const key of ['', 'x'.repeat(10_000)]) {
      expect(test.execute(limit, key).outcome).toMatchObject({ rejection: { code: 'wrong_data' } });
    }
    expect(stateHash(test.exchange)).toBe(before);
  });
});

describe('a command without a key', () => {
  it('is carried out each time', () => {
    const test = open();
    const [first, second] = [test.execute(limit, null), test.execute(limit, null)];
    expect([first.outcome.status, second.outcome.status]).toEqual(['accepted', 'accepted']);
    expect(second.outcome).not.toEqual(first.outcome);
  });

  it('leaves no trace when it is refused', () => {
    const test = open();
    const before = stateHash(test.exchange);
    const execution = test.execute({ ...limit, quantity: 1_000_000 }, null);
    expect(execution).toMatchObject({ outcome: { status: 'rejected' }, events: [], repeated: false });
    expect(stateHash(test.exchange)).toBe(before);
  });

  it('never moves money, nor does one with nothing but a key', () => {
    const test = open();
    const deposit = { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n } as const;
    const keyed = { ...deposit, key: 'deposit:1', acceptedAt: 0 } as unknown as Command;
    expect(execute(test.exchange, keyed).outcome).toMatchObject({ rejection: { code: 'wrong_data' } });
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
  });
});
