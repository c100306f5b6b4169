import { type Command, defaultLimits, Exchange, execute } from '@emporion/core';
import type { Operation } from './core-workload.ts';

export const market = 'BTC-USDT';

/** An exchange with one market and so many accounts that have plenty of both coins. */
export function benchExchange(accounts: number): Exchange {
  const exchange = new Exchange({
    ...defaultLimits,
    openOrdersPerAccountMax: 1e9,
    openOrdersPerMarketMax: 1e9,
    ordersPerDayMax: 1e9,
  });
  let count = 0;
  const send = (request: Record<string, unknown>) => {
    count += 1;
    const { outcome } = execute(exchange, {
      ...request,
      key: `setup:${count}`,
      acceptedAt: 1,
    } as unknown as Command);
    if (outcome.status !== 'accepted') throw new Error(`The setup was refused: ${JSON.stringify(outcome)}`);
  };
  send({ kind: 'ListCoin', coin: 'BTC', decimals: 8 });
  send({ kind: 'ListCoin', coin: 'USDT', decimals: 6 });
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
  send({
    kind: 'OpenMarket',
    market,
    base: 'BTC',
    quote: 'USDT',
    priceDecimals: 2,
    quantityDecimals: 6,
    rules,
  });
  let number = 0;
  for (let account = 0; account < accounts; account += 1) {
    send({ kind: 'OpenAccount', account: accountName(account) });
    for (const coin of ['BTC', 'USDT']) {
      number += 1;
      const words = { booking: { series: 'bench', number }, reference: `bench:${number}`, actor: 'bench' };
      const money = { coin, amount: 10n ** 20n, source: 'house:custody:bench', fee: 0n };
      send({ kind: 'CreditDeposit', account: accountName(account), ...words, ...money });
    }
  }
  return exchange;
}

export function accountName(account: number): string {
  return `user:${account}`;
}

/**
 * Carries operations out on an exchange of its own. The command is made when it is its turn, as the peer's arguments are; the strings of
 * keys and accounts are made before.
 */
export class CoreRunner {
  readonly exchange: Exchange;
  readonly #operations: readonly Operation[];
  readonly #keys: readonly string[];
  readonly #accounts: readonly string[];
  readonly #orderIds: Float64Array;

  constructor(operations: readonly Operation[], accounts: number) {
    this.exchange = benchExchange(accounts);
    this.#operations = operations;
    this.#keys = operations.map((_, index) => `bench:${index}`);
    this.#accounts = Array.from({ length: accounts }, (_, account) => accountName(account));
    this.#orderIds = new Float64Array(operations.length);
  }

  /** Returns how many of the operations from the one number up to the other were accepted. */
  run(from: number, to: number): number {
    let accepted = 0;
    for (let index = from; index < to; index += 1) {
      const operation = this.#operations[index] as Operation;
      const command = commandOf(operation, {
        key: this.#keys[index] as string,
        account: this.#accounts[operation.account] as string,
        acceptedAt: startMs + index,
        orderId: operation.kind === 'cancel' ? (this.#orderIds[operation.placedBy] as number) : 0,
      });
      const { outcome } = execute(this.exchange, command);
      if (outcome.status === 'accepted') {
        accepted += 1;
        this.#orderIds[index] = outcome.orderId;
      }
    }
    return accepted;
  }
}

const startMs = 1_700_000_000_000;

interface Particulars {
  readonly key: string;
  readonly account: string;
  readonly acceptedAt: number;
  readonly orderId: number;
}

function commandOf(operation: Operation, { key, account, acceptedAt, orderId }: Particulars): Command {
  if (operation.kind === 'cancel') return { kind: 'CancelOrder', key, acceptedAt, account, orderId };
  const { side, quantity } = operation;
  if (operation.kind === 'market') {
    return { kind: 'PlaceOrder', key, acceptedAt, account, market, side, type: 'market', quantity };
  }
  const { price } = operation;
  return { kind: 'PlaceOrder', key, acceptedAt, account, market, side, type: 'limit', quantity, price };
}
