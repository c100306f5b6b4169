import { invariant } from '@emporion/kernel';
import type { Command } from '#exchange/commands.ts';
import { Exchange } from '#exchange/exchange.ts';
import { type Execution, execute } from '#exchange/execute.ts';
import { defaultLimits, type ExchangeLimits } from '#exchange/limits.ts';
import type { MarketRules } from '#exchange/market.ts';

/** A command without its envelope, which the fixture adds. */
export type Request = Command extends infer Each
  ? Each extends Command
    ? Omit<Each, 'key' | 'acceptedAt'>
    : never
  : never;

export const openRules: MarketRules = {
  tick: 1,
  lot: 1,
  minimumQuantity: 1,
  maximumQuantity: 1_000_000_000_000,
  minimumCost: 1n,
  maximumCost: 10n ** 30n,
  band: 0,
  fees: [{ maker: 0, taker: 0 }],
};

/** An exchange for tests, with a key and a time for every command. */
export class TestExchange {
  exchange: Exchange;
  #commands = 0;
  now = 1_700_000_000_000;

  constructor(limits: Partial<ExchangeLimits> = {}) {
    // Room for many closed orders takes time to make, and a property makes thousands of exchanges.
    this.exchange = new Exchange({ ...defaultLimits, closedOrdersMax: 1_000, ...limits });
  }

  execute(request: Request, key?: string | null): Execution {
    this.#commands += 1;
    const envelope = { key: key === undefined ? `test:${this.#commands}` : key, acceptedAt: this.now };
    return execute(this.exchange, { ...request, ...envelope } as Command);
  }

  /** Carries out a command that must be accepted. */
  accept(request: Request): Execution {
    const execution = this.execute(request);
    const { outcome } = execution;
    invariant(outcome.status === 'accepted', `Rejected: ${JSON.stringify(outcome)} for ${request.kind}`);
    return execution;
  }

  /** The code with which a command is refused, or `accepted`. */
  codeOf(request: Request): string {
    const { outcome } = this.execute(request);
    return outcome.status === 'accepted' ? 'accepted' : outcome.rejection.code;
  }

  place(request: Omit<Extract<Request, { kind: 'PlaceOrder' }>, 'kind'>): number {
    const { outcome } = this.accept({ kind: 'PlaceOrder', ...request });
    return outcome.status === 'accepted' ? outcome.orderId : 0;
  }

  available(account: string, coin: string): bigint {
    return this.exchange.ledger.available(account, coin);
  }
}

export interface TeaMarket {
  readonly rules?: Partial<MarketRules>;
  readonly limits?: Partial<ExchangeLimits>;
  readonly accounts?: readonly string[];
}

/**
 * One market, TEA-GOLD, of two coins without decimals, so that every figure of a test can be read as it is. Every account
 * begins with a million of each.
 */
export function openTeaMarket({
  rules = {},
  limits = {},
  accounts = ['ann', 'bob', 'cleo'],
}: TeaMarket = {}): TestExchange {
  const test = new TestExchange(limits);
  for (const coin of ['TEA', 'GOLD']) test.accept({ kind: 'ListCoin', coin, decimals: 0 });
  test.accept({
    kind: 'OpenMarket',
    market: 'TEA-GOLD',
    base: 'TEA',
    quote: 'GOLD',
    priceDecimals: 0,
    quantityDecimals: 0,
    rules: { ...openRules, ...rules },
  });
  for (const account of accounts) {
    test.accept({ kind: 'OpenAccount', account });
    for (const coin of ['TEA', 'GOLD'])
      test.accept({ kind: 'CreditDeposit', account, coin, amount: 1_000_000n });
  }
  return test;
}
