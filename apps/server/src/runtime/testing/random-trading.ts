import type { CommandRequest, Runtime } from '#platform/runtime.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { rules } from '#runtime/testing/exchange-fixture.ts';

const accounts = ['ann', 'bob', 'cem', 'dia'];
const coins = { TEA: 0, GOLD: 0, BTC: 8, USDT: 6 };
const coinCodes = Object.keys(coins);
/** One of whole numbers, and one whose costs must be rounded. */
const markets = [
  { market: 'TEA-GOLD', base: 'TEA', quote: 'GOLD', priceDecimals: 0, quantityDecimals: 0, mid: 20 },
  { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', priceDecimals: 3, quantityDecimals: 6, mid: 3_000 },
] as const;
const fees = [
  { maker: 1_000, taker: 2_000 },
  { maker: 0, taker: 333_333 },
];

/** Whole numbers below a bound, the same for the same seed. */
export function seededNumbers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    // The multiplier and the addend of Numerical Recipes; the low bits are the poor ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export const tradingSetup: readonly CommandRequest[] = [
  ...Object.entries(coins).map(
    ([coin, decimals]): CommandRequest => ({ kind: 'ListCoin', key: `coin:${coin}`, coin, decimals }),
  ),
  ...markets.map(
    ({ mid: _, ...market }): CommandRequest => ({
      kind: 'OpenMarket',
      key: `market:${market.market}`,
      ...market,
      rules: { ...rules, fees },
    }),
  ),
  ...accounts.flatMap((account): CommandRequest[] => [
    { kind: 'OpenAccount', key: `account:${account}`, account },
    ...coinCodes.map(
      (coin): CommandRequest => ({
        ...testDeposit,
        ...booked(`deposit:${account}:${coin}`),
        account,
        coin,
        amount: 10_000_000n * 10n ** BigInt(coins[coin as keyof typeof coins]),
      }),
    ),
  ]),
];

/** Orders of all types, amendments, cancels, swaps and movements of money, some of which are refused. */
export function randomCommands(seed: number, count: number): CommandRequest[] {
  const below = seededNumbers(seed);
  return Array.from({ length: count }, (_, index) => randomCommand(below, `random:${seed}:${index}`, index));
}

type Below = (bound: number) => number;
const pick = <Thing>(below: Below, things: readonly Thing[]): Thing => things[below(things.length)] as Thing;

function randomCommand(below: Below, key: string, index: number): CommandRequest {
  const account = pick(below, accounts);
  const coin = pick(below, coinCodes);
  const amount = BigInt(1 + below(5_000));
  const orderId = Math.max(1, Math.floor(index * 0.8) - below(40));
  const id = `${below(20)}`;
  // Each command is booked under its own place, whether it moves money or not: the numbers between are never asked for.
  const words = { reference: key, actor: 'test', reason: 'a test' };
  const money = { ...words, booking: { series: key.slice(0, key.lastIndexOf(':')), number: index + 1 } };
  const network = 'testnet';
  const houseLeg = { from: 'house:network-costs:testnet', to: 'house:custody:testnet', coin, amount };
  const moves: CommandRequest[] = [
    { ...testDeposit, ...money, account, coin, amount, fee: BigInt(below(2)) % amount },
    { kind: 'HoldWithdrawal', ...money, withdrawalId: id, account, coin, network, amount, fee: 3n },
    { kind: 'SendWithdrawal', ...money, withdrawalId: id },
    { kind: 'ReleaseWithdrawal', ...money, withdrawalId: id },
    { kind: 'ReturnPayout', ...money, account, coin, network, amount, fee: 0n },
    { kind: 'Transfer', ...money, from: account, to: pick(below, accounts), coin, amount, fee: 2n },
    { kind: 'LockCode', ...money, codeId: id, account, coin, amount },
    { kind: 'RedeemCode', ...money, codeId: id, account },
    { kind: 'CancelCode', ...money, codeId: id, account },
    { kind: 'AdjustBalance', ...money, account, coin, amount: amount * (below(2) === 0 ? 1n : -1n) },
    { kind: 'FundPool', ...money, programme: 'affiliate', coin, amount },
    { kind: 'PayBonus', ...money, programme: 'affiliate', account, coin, amount },
    { kind: 'MoveHouseMoney', ...money, cause: 'network_cost', legs: [houseLeg] },
    { kind: 'ChangeAccount', key, account, tier: below(2), frozenByOwner: false },
    { kind: 'ChangeAccount', key, account, frozenByOwner: below(40) === 0 },
  ];
  const dice = below(100);
  if (dice < 62) return randomOrder(below, key);
  if (dice < 72) return { kind: 'CancelOrder', key, account, orderId };
  if (dice < 80) return { kind: 'AmendOrder', key, account, orderId, quantity: 1 + below(60) };
  if (dice < 82) return { kind: 'AmendOrder', key, account, orderId, price: 15 + below(10) };
  if (dice < 83) return { kind: 'CancelOrders', key, account, market: 'TEA-GOLD' };
  if (dice < 88) return { kind: 'SetReferencePrice', key, market: 'TEA-GOLD', price: 17 + below(7) };
  if (dice < 90) {
    const swap = { from: 'TEA', to: 'GOLD', minimumReceived: 0n, route: ['TEA-GOLD'] };
    return { kind: 'Swap', key, account, amount: 1n + (amount % 20n), ...swap };
  }
  return pick(below, moves);
}

function randomOrder(below: Below, key: string): CommandRequest {
  const { market, mid } = pick(below, markets);
  const near = (spread: number) =>
    Math.max(1, Math.round(mid * (1 + (below(2_001) - 1_000) / 1_000 / spread)));
  const side = pick(below, ['buy', 'sell'] as const);
  const selfTrade = pick(below, ['newest', 'oldest', 'both'] as const);
  const order = { account: pick(below, accounts), market, side, selfTrade, quantity: 1 + below(50) } as const;
  const { quantity: _, ...noQuantity } = order;
  const [low, high] = [mid - 1 - below(mid / 10), mid + 1 + below(mid / 10)];
  const [price, stopPrice] = side === 'sell' ? [high, low] : [low, high];
  const place = { kind: 'PlaceOrder', key } as const;
  const choices: readonly CommandRequest[] = [
    { ...place, ...order, type: 'limit', price: near(10), clientOrderId: `"${key}\\` },
    { ...place, ...order, type: 'limit', price: near(10) },
    { ...place, ...order, type: 'limit', price: near(10) },
    { ...place, ...order, type: 'limit', price: near(10), timeInForce: 'ioc' },
    { ...place, ...order, type: 'market' },
    { ...place, ...noQuantity, side: 'buy', type: 'market', budget: BigInt(1 + below(2_000)) },
    { ...place, ...order, type: 'stop', stopPrice, worstPrice: side === 'buy' ? mid * 2 : 1 },
    { ...place, ...order, type: 'stop_limit', stopPrice, limitPrice: near(10) },
    {
      ...place,
      ...order,
      type: 'trailing_stop',
      trail: 1 + below(4),
      worstPrice: side === 'buy' ? mid * 2 : 1,
    },
    {
      ...place,
      ...order,
      type: 'pegged',
      percent: below(3) * 1_000 - 1_000,
      minimumPrice: low,
      maximumPrice: high,
    },
    { kind: 'PlaceOcoOrders', key, ...order, price, stopPrice, limitPrice: near(10) },
  ];
  return pick(below, choices);
}

/** Carries the commands out, a few at a time, so that the journal has batches of several sizes. */
export async function trade(runtime: Runtime, commands: readonly CommandRequest[]): Promise<void> {
  for (let index = 0; index < commands.length; index += 1 + (index % 37)) {
    const some = commands.slice(index, index + 1 + (index % 37));
    await Promise.all(some.map((command) => runtime.execute(command)));
  }
}
