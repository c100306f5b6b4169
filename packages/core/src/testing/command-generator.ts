import type { Command, CommandKind } from '#commands/commands.ts';
import type { Exchange } from '#state/exchange.ts';
import type { MarketRules, MarketState } from '#state/market.ts';
import { movesMoney, openRules, type Request, withEnvelope } from './fixture.ts';
import type { SeededRandom } from './seeded-random.ts';

const accounts = Array.from({ length: 12 }, (_, index) => `user:${index}`);
const coins = { TEA: 0, GOLD: 0, BTC: 8, USDT: 6, ETH: 18 } as const;
const coinCodes = Object.keys(coins);

/** Three kinds of market: whole numbers only, one whose costs must be rounded, and one of very different decimals. */
const markets = [
  { market: 'TEA-GOLD', base: 'TEA', quote: 'GOLD', priceDecimals: 0, quantityDecimals: 0, mid: 20 },
  { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', priceDecimals: 3, quantityDecimals: 6, mid: 3_000 },
  { market: 'ETH-BTC', base: 'ETH', quote: 'BTC', priceDecimals: 6, quantityDecimals: 5, mid: 700 },
  { market: 'TEA-USDT', base: 'TEA', quote: 'USDT', priceDecimals: 2, quantityDecimals: 0, mid: 150 },
] as const;
const marketCodes = markets.map(({ market }) => market);

const hostileNumbers = [
  -1,
  0,
  0.5,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  2 ** 53,
  -(2 ** 31),
  '1',
  null,
] as unknown as number[];
const hostileAmounts = [-1n, 0n, 10n ** 41n, 5, '7', null] as unknown as bigint[];

/** The commands that open coins, markets and accounts, with money in them. */
function setupRequests(random: SeededRandom): Request[] {
  return [
    ...Object.entries(coins).map(([coin, decimals]): Request => ({ kind: 'ListCoin', coin, decimals })),
    ...markets.map(
      ({ mid: _, ...market }): Request => ({ kind: 'OpenMarket', ...market, rules: randomRules(random) }),
    ),
    ...accounts.flatMap((account): Request[] => [
      { kind: 'OpenAccount', account },
      ...coinCodes.map((coin): Request => ({ kind: 'CreditDeposit', account, coin, amount: plenty(coin) })),
    ]),
  ];
}

/** The numbers that the set-up uses. */
const setupBookings = accounts.length * coinCodes.length;

/** The commands of the set-up, whole. */
export function setupCommands(random: SeededRandom): Command[] {
  let number = 0;
  return setupRequests(random).map((request, index) => {
    if (movesMoney(request.kind)) number += 1;
    return withEnvelope(request, { number, key: `setup:${index}`, acceptedAt: 0 });
  });
}

function plenty(coin: string): bigint {
  return 5_000n * 10n ** BigInt(coins[coin as keyof typeof coins]);
}

function randomRules(random: SeededRandom): MarketRules {
  return {
    ...openRules,
    tick: random.pick([1, 1, 1, 1, 1, 1, 2]),
    lot: random.pick([1, 1, 1, 1, 1, 3]),
    band: random.pick([0, 0, 500_000]),
    fees: [
      { maker: 1_000, taker: 2_000 },
      { maker: 0, taker: 333_333 },
      { maker: 7, taker: 1 },
    ],
  };
}

type Make = (random: SeededRandom, generator: CommandGenerator) => Request;

/** Makes commands of every kind, mostly sensible, some repeated, some hostile. The same seed makes the same commands. */
export class CommandGenerator {
  readonly random: SeededRandom;
  #count = 0;
  #now = 1_700_000_000_000;
  #previous: Command | undefined;

  #booked = setupBookings;
  readonly #early = new Set<number>();
  readonly #exchange: Exchange;

  readonly deep: boolean;

  /** The exchange is only looked at, so that commands can name orders that exist or existed. */
  constructor(random: SeededRandom, exchange: Exchange, { deep = false }: { deep?: boolean } = {}) {
    this.random = random;
    this.#exchange = exchange;
    this.deep = deep;
  }

  next(): Command {
    const { random } = this;
    if (this.#previous && random.chance(0.01)) return this.#previous;
    this.#count += 1;
    this.#now += random.below(50);
    const make = weighted[random.below(weighted.length)] as Make;
    const made = this.#unlessItEmpties(make(random, this));
    const request = random.chance(0.03) ? spoil(random, made) : made;
    const number = this.#numberOf(request);
    this.#previous = withEnvelope(request, { number, key: this.#keyOf(request), acceptedAt: this.#now });
    return this.#previous;
  }

  /** Mostly a new one, sometimes one that was used before; commands about orders often have none. */
  #keyOf({ kind }: Request): string | null {
    const { random } = this;
    if (kind.includes('Order') && random.chance(0.3)) return null;
    return random.chance(0.005) ? `key:${random.between(1, this.#count)}` : `key:${this.#count}`;
  }

  /** Mostly the next one, sometimes one that was used before or one whose turn comes later. */
  #numberOf({ kind }: Request): number {
    const { random } = this;
    if (!movesMoney(kind)) return 0;
    if (random.chance(0.02)) return random.between(1, this.#booked);
    // The first ones are those of the set-up.
    while (this.#early.delete(this.#booked + 1)) this.#booked += 1;
    if (random.chance(0.02)) {
      const early = this.#booked + random.between(2, 6);
      this.#early.add(early);
      return early;
    }
    this.#booked += 1;
    return this.#booked;
  }

  /** A deep book stays deep only when few take whole accounts off it. */
  #unlessItEmpties(request: Request): Request {
    const { kind } = request;
    const freezes = kind === 'ChangeAccount' && request.frozenByOwner === true;
    const empties = kind === 'CancelOrders' || kind === 'CancelOrder' || freezes;
    return this.deep && empties && this.random.chance(0.99) ? restingOrder(this.random) : request;
  }

  /** An order that may be open, and mostly its owner. */
  anyOrder(): { orderId: number; account: string } {
    const { random } = this;
    const orderId = Math.max(1, this.#exchange.lastOrderId - random.below(random.pick([10, 60, 400])));
    const owner = this.#exchange.orders.get(orderId)?.account;
    return { orderId, account: owner && random.chance(0.9) ? owner : random.pick(accounts) };
  }
}

/** Puts something that makes no sense into one field. */
function spoil(random: SeededRandom, request: Request): Request {
  const field = random.pick(Object.keys(request).filter((name) => name !== 'kind'));
  const value = (request as Record<string, unknown>)[field];
  const hostile = typeof value === 'bigint' ? random.pick(hostileAmounts) : random.pick(hostileNumbers);
  return { ...request, [field]: field === 'rules' || Array.isArray(value) ? [] : hostile } as Request;
}

const sides = ['buy', 'sell'] as const;

function priceNear(random: SeededRandom, mid: number, spread = 0.1): number {
  return Math.max(1, mid + random.between(-Math.ceil(mid * spread), Math.ceil(mid * spread)));
}

function placement(random: SeededRandom) {
  const { market, mid } = random.pick(markets);
  const selfTrade = random.pick(['newest', 'oldest', 'both'] as const);
  const named = random.chance(0.05) ? { clientOrderId: `c${random.below(500)}` } : {};
  const order = { account: random.pick(accounts), market, side: random.pick(sides), selfTrade, ...named };
  return { mid, order, quantity: random.between(1, random.pick([5, 60, 900])) };
}

/** Far from the price, on the side where it only rests. */
function restingOrder(random: SeededRandom): Request {
  const { mid, order } = placement(random);
  const away = random.between(Math.ceil(mid * 0.1), Math.ceil(mid * 0.6));
  const price = order.side === 'buy' ? mid - away : mid + away;
  return { kind: 'PlaceOrder', ...order, type: 'limit', quantity: 1, price, postOnly: true };
}

const limitOrder: Make = (random, { deep }) => {
  if (deep && random.chance(0.8)) return restingOrder(random);
  const { mid, order, quantity } = placement(random);
  const timeInForce = random.pick(['gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok'] as const);
  const post = timeInForce === 'gtc' && random.chance(0.1) ? { postOnly: true } : {};
  return {
    kind: 'PlaceOrder',
    ...order,
    type: 'limit',
    quantity,
    price: priceNear(random, mid),
    timeInForce,
    ...post,
  };
};

const marketOrder: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const timeInForce = random.pick(['gtc', 'ioc', 'fok'] as const);
  const worst = random.chance(0.3) ? { worstPrice: priceNear(random, mid) } : {};
  const size =
    order.side === 'buy' && random.chance(0.5) ? { budget: BigInt(random.between(1, 2_000)) } : { quantity };
  return { kind: 'PlaceOrder', ...order, type: 'market', ...size, ...worst, timeInForce };
};

const stopOrder: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const stopPrice = priceNear(random, mid, 0.05);
  const worstPrice = Math.max(
    1,
    stopPrice + (order.side === 'buy' ? 1 : -1) * random.below(Math.ceil(mid / 10)),
  );
  if (random.chance(0.3)) {
    return {
      kind: 'PlaceOrder',
      ...order,
      type: 'stop',
      side: 'buy',
      budget: BigInt(random.between(1, 5_000)),
      stopPrice,
    };
  }
  return { kind: 'PlaceOrder', ...order, type: 'stop', quantity, stopPrice, worstPrice };
};

const stopLimitOrder: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const prices = { stopPrice: priceNear(random, mid, 0.05), limitPrice: priceNear(random, mid, 0.08) };
  const timeInForce = random.pick(['gtc', 'gtc', 'ioc', 'fok'] as const);
  return { kind: 'PlaceOrder', ...order, type: 'stop_limit', quantity, ...prices, timeInForce };
};

const trailingStop: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const worst = order.side === 'buy' ? { worstPrice: mid * 2 } : {};
  return {
    kind: 'PlaceOrder',
    ...order,
    type: 'trailing_stop',
    quantity,
    trail: random.between(1, Math.ceil(mid / 10)),
    ...worst,
  };
};

const peggedOrder: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const percent = random.between(-100_000, 100_000);
  const bounds = { minimumPrice: Math.max(1, Math.floor(mid * 0.8)), maximumPrice: Math.ceil(mid * 1.2) };
  return { kind: 'PlaceOrder', ...order, type: 'pegged', quantity, percent, ...bounds };
};

const ocoOrders: Make = (random) => {
  const { mid, order, quantity } = placement(random);
  const [low, high] = [
    Math.max(1, mid - random.between(1, 1 + Math.ceil(mid / 12))),
    mid + random.between(1, 1 + Math.ceil(mid / 12)),
  ];
  const [price, stopPrice] = order.side === 'sell' ? [high, low] : [low, high];
  const limit = random.chance(0.5)
    ? { limitPrice: priceNear(random, mid) }
    : { worstPrice: order.side === 'buy' ? high * 2 : 1 };
  return { kind: 'PlaceOcoOrders', ...order, quantity, price, stopPrice, ...limit };
};

const amendOrder: Make = (random, generator) => {
  const { mid, quantity } = placement(random);
  const base = { kind: 'AmendOrder', ...generator.anyOrder() } as const;
  const price = priceNear(random, mid);
  return random.pick([
    { ...base, quantity },
    { ...base, price },
    { ...base, quantity, price },
    { ...base, stopPrice: price },
    { ...base, limitPrice: price },
    { ...base, percent: random.between(-100_000, 100_000) },
    { ...base, minimumPrice: price },
    { ...base, maximumPrice: price },
  ]);
};

const moneyAmount = (random: SeededRandom) => BigInt(random.between(1, random.pick([10, 5_000, 5_000_000])));

const houseMoney: Make = (random) => {
  const coin = random.pick(coinCodes);
  const amount = moneyAmount(random);
  const [cause, from, to] = random.pick([
    ['payout', 'house:in-flight:testnet', 'house:custody:testnet'],
    ['network_cost', 'house:network-costs:testnet', 'house:custody:testnet'],
    ['capital_in', 'house:custody:testnet', 'house:capital'],
    ['capital_out', 'house:capital', 'house:in-flight:testnet'],
    ['fees_out', 'house:fees', 'house:in-flight:testnet'],
    ['custody_move', 'house:custody:testnet', 'house:custody:other'],
    ['reorg', 'house:reorg-loss:testnet', 'house:custody:testnet'],
    ['loss_covered', 'house:fees', 'house:reorg-loss:testnet'],
    ['pool_returned', 'house:pool:affiliate', 'house:fees'],
  ] as const);
  return { kind: 'MoveHouseMoney', cause, legs: [{ from, to, coin, amount }] };
};

const simple: Partial<Record<CommandKind, Make>> = {
  CancelOrder: (_, generator) => ({ kind: 'CancelOrder', ...generator.anyOrder() }),
  CancelOrders: (random) => {
    const market = random.chance(0.5) ? { market: random.pick(marketCodes) } : {};
    return { kind: 'CancelOrders', account: random.pick(accounts), ...market };
  },
  Swap: (random) => {
    const [from, to, ...route] = random.pick([
      ['TEA', 'GOLD', 'TEA-GOLD'],
      ['USDT', 'BTC', 'BTC-USDT'],
      ['ETH', 'USDT', 'ETH-BTC', 'BTC-USDT'],
      ['GOLD', 'USDT', 'TEA-GOLD', 'TEA-USDT'],
      ['USDT', 'ETH', 'BTC-USDT', 'ETH-BTC'],
    ] as const);
    const amount = BigInt(random.between(1, 300)) * 10n ** BigInt(coins[from] > 8 ? 14 : coins[from] / 2);
    return {
      kind: 'Swap',
      account: random.pick(accounts),
      from,
      to,
      amount,
      minimumReceived: BigInt(random.below(50)),
      route,
    };
  },
  SetReferencePrice: (random) => {
    const { market, mid } = random.pick(markets);
    return { kind: 'SetReferencePrice', market, price: priceNear(random, mid, 0.05) };
  },
  DealWithDueOrders: () => ({ kind: 'DealWithDueOrders' }),
  ChangeMarket: (random) => {
    const closed = random.pick(['post_only', 'cancel_only', 'halted'] as const);
    const state: MarketState = random.chance(0.9) ? 'open' : closed;
    const change = random.chance(0.5) ? { rules: randomRules(random), state } : { state };
    return { kind: 'ChangeMarket', market: random.pick(marketCodes), ...change };
  },
  ChangeAccount: (random, { deep }) => ({
    kind: 'ChangeAccount',
    account: random.pick(accounts),
    tradingEnabled: random.chance(0.97),
    withdrawalEnabled: random.chance(0.9),
    frozenByOwner: random.chance(0.03),
    limits: deep ? null : random.pick([null, null, { openOrdersPerMarketMax: 12 }]),
    tier: random.below(4),
  }),
  CreditDeposit: (random) => ({
    kind: 'CreditDeposit',
    account: random.pick(accounts),
    coin: random.pick(coinCodes),
    amount: moneyAmount(random),
  }),
  HoldWithdrawal: (random) => {
    const request = {
      withdrawalId: `w${random.below(40)}`,
      account: random.pick(accounts),
      coin: random.pick(coinCodes),
    };
    const network = random.chance(0.5) ? {} : { network: 'other' };
    return {
      kind: 'HoldWithdrawal',
      ...request,
      ...network,
      amount: moneyAmount(random),
      fee: BigInt(random.below(4)),
    };
  },
  SendWithdrawal: (random) => ({ kind: 'SendWithdrawal', withdrawalId: `w${random.below(40)}` }),
  ReturnPayout: (random) => ({
    kind: 'ReturnPayout',
    account: random.pick(accounts),
    coin: random.pick(coinCodes),
    amount: moneyAmount(random),
    fee: BigInt(random.below(2)),
  }),
  ReverseCredit: (random) => ({
    kind: 'ReverseCredit',
    account: random.pick(accounts),
    coin: random.pick(coinCodes),
    loss: 'house:reorg-loss:testnet',
    amount: moneyAmount(random),
  }),
  MoveHouseMoney: houseMoney,
  VoidBooking: () => ({ kind: 'VoidBooking' }),
  ChangeLimits: (random) => ({ kind: 'ChangeLimits', limits: { fillsPerOrderMax: random.between(5, 9) } }),
  AnchorDigest: () => ({
    kind: 'AnchorDigest',
    topic: 'audit',
    digest: '00ff',
    reference: 'row:1',
    actor: 'test',
  }),
  ReleaseWithdrawal: (random) => ({ kind: 'ReleaseWithdrawal', withdrawalId: `w${random.below(40)}` }),
  Transfer: (random) => {
    const [from, to, coin] = [random.pick(accounts), random.pick(accounts), random.pick(coinCodes)];
    return { kind: 'Transfer', from, to, coin, amount: moneyAmount(random), fee: BigInt(random.below(3)) };
  },
  LockCode: (random) => ({
    kind: 'LockCode',
    codeId: `g${random.below(40)}`,
    account: random.pick(accounts),
    coin: random.pick(coinCodes),
    amount: moneyAmount(random),
  }),
  RedeemCode: (random) => ({
    kind: 'RedeemCode',
    codeId: `g${random.below(40)}`,
    account: random.pick(accounts),
  }),
  CancelCode: (random) => ({
    kind: 'CancelCode',
    codeId: `g${random.below(40)}`,
    account: random.pick(accounts),
  }),
  AdjustBalance: (random) => {
    const amount = moneyAmount(random) * (random.chance(0.5) ? 1n : -1n);
    return { kind: 'AdjustBalance', account: random.pick(accounts), coin: random.pick(coinCodes), amount };
  },
  FundPool: (random) => ({
    kind: 'FundPool',
    programme: 'affiliate',
    coin: random.pick(coinCodes),
    amount: moneyAmount(random),
  }),
  PayBonus: (random) => ({
    kind: 'PayBonus',
    programme: 'affiliate',
    account: random.pick(accounts),
    coin: random.pick(coinCodes),
    amount: moneyAmount(random),
  }),
};

const repeat = (make: Make, times: number): Make[] => Array.from({ length: times }, () => make);

const weighted: readonly Make[] = [
  ...repeat(limitOrder, 60),
  ...repeat(marketOrder, 18),
  ...repeat(stopOrder, 6),
  ...repeat(stopLimitOrder, 6),
  ...repeat(trailingStop, 3),
  ...repeat(peggedOrder, 5),
  ...repeat(ocoOrders, 6),
  ...repeat(amendOrder, 20),
  ...Object.entries(simple).flatMap(([kind, make]) => repeat(make, kind === 'CancelOrder' ? 25 : 2)),
];
