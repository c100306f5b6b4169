import {
  type Command,
  defaultLimits,
  Exchange,
  type ExchangeEvent,
  execute,
  type KeyedCommand,
} from '@emporion/core';
import { invariant, parseDecimal } from '@emporion/kernel';
import { samplePair } from '#market/testing/sample-pair.ts';

type Request = KeyedCommand extends infer Each
  ? Each extends KeyedCommand
    ? Omit<Each, 'key' | 'acceptedAt'>
    : never
  : never;

const { rules } = samplePair;

function units(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  invariant(parsed.ok, `${text} is no number of ${decimals} decimals`);
  return Number(parsed.value);
}

/** The sample market within a real core, so that what the form reckons can be held against what the exchange does. */
export class CoreMarket {
  readonly #exchange = new Exchange({ ...defaultLimits, closedOrdersMax: 100, recentKeysMax: 100 });
  #commands = 0;
  #deposits = 0;

  /** Fees in parts per million, by tier. */
  constructor(fees: readonly { maker: number; taker: number }[]) {
    this.accept({ kind: 'ListCoin', coin: 'BTC', decimals: rules.base_decimals });
    this.accept({ kind: 'ListCoin', coin: 'USDT', decimals: rules.quote_decimals });
    this.accept({
      kind: 'OpenMarket',
      market: samplePair.code,
      base: 'BTC',
      quote: 'USDT',
      priceDecimals: rules.price_decimals,
      quantityDecimals: rules.quantity_decimals,
      rules: {
        tick: units(rules.tick, rules.price_decimals),
        lot: units(rules.lot, rules.quantity_decimals),
        minimumQuantity: units(rules.quantity_min, rules.quantity_decimals),
        maximumQuantity: units(rules.quantity_max, rules.quantity_decimals),
        minimumCost: BigInt(units(rules.cost_min, rules.quote_decimals)),
        maximumCost: BigInt(units(rules.cost_max, rules.quote_decimals)),
        band: units(rules.band, 4),
        fees,
      },
    });
  }

  execute(request: Request) {
    this.#commands += 1;
    const envelope = { key: `test:${this.#commands}`, acceptedAt: 1_700_000_000_000 };
    return execute(this.#exchange, { ...request, ...envelope } as Command);
  }

  accept(request: Request): readonly ExchangeEvent[] {
    const { outcome, events } = this.execute(request);
    invariant(outcome.status === 'accepted', `${request.kind}: ${JSON.stringify(outcome)}`);
    return events;
  }

  /** The code with which a command is refused; null when it is carried out. */
  refusalOf(request: Request): string | null {
    const { outcome } = this.execute(request);
    return outcome.status === 'rejected' ? outcome.rejection.code : null;
  }

  open(account: string, { tier = 0, base, quote }: { tier?: number; base: bigint; quote: bigint }): void {
    this.accept({ kind: 'OpenAccount', account });
    if (tier > 0) this.accept({ kind: 'ChangeAccount', account, tier });
    if (base > 0n) this.#deposit(account, 'BTC', base);
    if (quote > 0n) this.#deposit(account, 'USDT', quote);
  }

  #deposit(account: string, coin: string, amount: bigint): void {
    this.#deposits += 1;
    const booking = { series: 'test', number: this.#deposits };
    const words = { reference: `deposit:${this.#deposits}`, actor: 'test', acceptedAt: 1_700_000_000_000 };
    const money = { account, coin, amount, source: 'house:custody:testnet', fee: 0n };
    const { outcome } = execute(this.#exchange, { kind: 'CreditDeposit', booking, ...words, ...money });
    invariant(outcome.status === 'accepted', `The deposit was refused: ${JSON.stringify(outcome)}`);
  }

  rest(account: string, { side, price, quantity }: Resting): void {
    const market = samplePair.code;
    this.accept({ kind: 'PlaceOrder', account, market, type: 'limit', side, price, quantity });
  }

  /** Makes a trade at the price between two strangers, so that there is a last price, and leaves the book as it was. */
  trade(price: number): void {
    for (const [account, side] of [['seller', 'sell'] as const, ['buyer', 'buy'] as const]) {
      this.open(account, { base: 10n ** 12n, quote: 10n ** 14n });
      this.rest(account, { side, price, quantity: 1_000 });
    }
  }

  available(account: string): { base: bigint; quote: bigint } {
    const { ledger } = this.#exchange;
    return { base: ledger.available(account, 'BTC'), quote: ledger.available(account, 'USDT') };
  }
}

export interface Resting {
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly quantity: number;
}
