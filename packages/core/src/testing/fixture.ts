import { invariant } from '@emporion/kernel';
import type { Command, CommandKind } from '#commands/commands.ts';
import { type Execution, execute } from '#exchange/execute.ts';
import { Exchange } from '#state/exchange.ts';
import { defaultLimits, type ExchangeLimits } from '#state/limits.ts';
import type { MarketRules } from '#state/market.ts';

/** What the fixture adds to a command when the test does not say. */
type Given = 'key' | 'acceptedAt' | 'booking' | 'reference' | 'actor' | 'reason';
type Defaulted = 'source' | 'network' | 'fee';

/** A command without its envelope. Money comes and goes over one network, and for nothing, unless the test says otherwise. */
export type Request = Command extends infer Each
  ? Each extends Command
    ? Omit<Each, Given | Defaulted> & Partial<Pick<Each, Extract<keyof Each, Given | Defaulted>>>
    : never
  : never;

const moneyDefaults: Partial<Record<CommandKind, object>> = {
  CreditDeposit: { source: 'house:custody:testnet', fee: 0n },
  ReverseCredit: { source: 'house:custody:testnet' },
  HoldWithdrawal: { network: 'testnet', fee: 0n },
  SendWithdrawal: {},
  ReleaseWithdrawal: {},
  ReturnPayout: { network: 'testnet', fee: 0n },
  Transfer: { fee: 0n },
  LockCode: {},
  RedeemCode: {},
  CancelCode: {},
  AdjustBalance: {},
  FundPool: {},
  PayBonus: {},
  MoveHouseMoney: {},
  VoidBooking: {},
};

export function movesMoney(kind: CommandKind): boolean {
  return Object.hasOwn(moneyDefaults, kind);
}

/** The whole command: one that moves money is booked under the number, every other one has the key. */
export function withEnvelope(
  request: Request,
  { number, key, acceptedAt }: { number: number; key: string | null; acceptedAt: number },
): Command {
  if (!movesMoney(request.kind)) return { key, ...request, acceptedAt } as Command;
  const words = { reference: `reference:${number}`, actor: 'test', reason: 'a test' };
  const booking = { series: 'test', number };
  return { ...moneyDefaults[request.kind], ...words, booking, ...request, acceptedAt } as Command;
}

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
  /** The last number under which money was booked. */
  #booked = 0;
  now = 1_700_000_000_000;

  constructor(limits: Partial<ExchangeLimits> = {}) {
    // Room for many closed orders takes time to make, and a property makes thousands of exchanges.
    this.exchange = new Exchange({ ...defaultLimits, closedOrdersMax: 1_000, ...limits });
  }

  /** The key of a command, or the number under which one that moves money is booked, is a new one unless it is given. */
  execute(request: Request, given?: string | number | null): Execution {
    this.#commands += 1;
    if (movesMoney(request.kind) && typeof given !== 'number') this.#booked += 1;
    const number = typeof given === 'number' ? given : this.#booked;
    const key = typeof given === 'string' || given === null ? given : `test:${this.#commands}`;
    return execute(this.exchange, withEnvelope(request, { number, key, acceptedAt: this.now }));
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
