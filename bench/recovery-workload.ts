import type { CommandRequest, CommandResult, Runtime } from '../apps/server/src/platform/runtime.ts';
import { seededRandom } from './core-workload.ts';

const accounts = 1_000;
const market = 'BTC-USDT';
/** Commands that are under way at once. */
const together = 500;

const rules = {
  tick: 1,
  lot: 1,
  minimumQuantity: 1,
  maximumQuantity: 1_000_000_000,
  minimumCost: 1n,
  maximumCost: 10n ** 30n,
  band: 0,
  fees: [{ maker: 1_000, taker: 2_000 }],
};

export interface Filling {
  readonly openOrders: number;
  /** The journal has at least so many events afterwards. */
  readonly events: number;
  /** Commands that an earlier filling sent, so that keys differ. */
  readonly from?: number;
}

/** Opens a market with so many resting orders, then cancels and places orders, and takes one in ten, until the journal is long enough. */
export async function fillJournal(
  runtime: Runtime,
  { openOrders, events, from = 0 }: Filling,
): Promise<{ commands: number; commandsPerSecond: number }> {
  const random = seededRandom(9 + from);
  let commands = from;
  const send = async (requests: readonly CommandRequest[]) => {
    commands += requests.length;
    return Promise.all(requests.map((request) => runtime.execute(request)));
  };
  if (from === 0) await send(setupRequests());
  const open = await runtime.read(({ orders }) =>
    Array.from(orders.values(), ({ id, account }) => ({ id, account })),
  );
  const place = (index: number, takes: boolean): CommandRequest => {
    const side = random() < 0.5 ? 'buy' : 'sell';
    const away = (side === 'buy') === takes ? 1 : -1;
    const price = 50_000 + away * (1 + Math.floor(random() * 5_000));
    const terms = { market, side, type: 'limit', quantity: 1 + Math.floor(random() * 10), price } as const;
    const account = accountName(Math.floor(random() * accounts));
    return {
      kind: 'PlaceOrder',
      key: `order:${commands + index}`,
      account,
      ...terms,
      ...(takes ? { timeInForce: 'ioc' } : {}),
    };
  };
  const cancel = (index: number): CommandRequest | undefined => {
    const order = open.splice(Math.floor(random() * open.length), 1)[0];
    return (
      order && {
        kind: 'CancelOrder',
        key: `cancel:${commands + index}`,
        account: order.account,
        orderId: order.id,
      }
    );
  };
  const begin = performance.now();
  const first = commands;
  while (open.length < openOrders || runtime.position.event < events) {
    const requests = Array.from({ length: together }, (_, index) => {
      const full = open.length > openOrders && index % 2 === 0;
      return (full ? cancel(index) : undefined) ?? place(index, full && index % 10 === 0);
    });
    for (const [index, result] of (await send(requests)).entries()) note(open, requests[index], result);
  }
  const seconds = (performance.now() - begin) / 1_000;
  return { commands, commandsPerSecond: Math.round((commands - first) / seconds) };
}

function note(
  open: { id: number; account: string }[],
  request: CommandRequest | undefined,
  result: CommandResult,
): void {
  if (request?.kind !== 'PlaceOrder' || request.timeInForce || result.status !== 'accepted') return;
  open.push({ id: result.orderId, account: request.account });
}

function setupRequests(): CommandRequest[] {
  return [
    { kind: 'ListCoin', key: 'coin:BTC', coin: 'BTC', decimals: 8 },
    { kind: 'ListCoin', key: 'coin:USDT', coin: 'USDT', decimals: 6 },
    {
      kind: 'OpenMarket',
      key: 'market',
      market,
      base: 'BTC',
      quote: 'USDT',
      priceDecimals: 2,
      quantityDecimals: 6,
      rules,
    },
    ...Array.from({ length: accounts }, (_, index) => accountName(index)).flatMap(
      (account, index): CommandRequest[] => [
        { kind: 'OpenAccount', key: `open:${account}`, account },
        { ...deposit(2 * index + 1), account, coin: 'BTC', amount: 10n ** 18n },
        { ...deposit(2 * index + 2), account, coin: 'USDT', amount: 10n ** 18n },
      ],
    ),
  ];
}

function accountName(index: number): string {
  return `user:${index}`;
}

/** All but who and how much, booked under the number. */
function deposit(number: number) {
  const words = { reference: `bench:${number}`, actor: 'bench' };
  const booking = { series: 'bench', number };
  return { kind: 'CreditDeposit', booking, ...words, source: 'house:custody:bench', fee: 0n } as const;
}
