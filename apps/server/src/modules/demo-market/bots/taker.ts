import { orderEndpoints, orderTypes } from '@emporion/contracts/rest';
import type { Level, Side } from '../book/ladder.ts';
import { type DemoPair, leastTraded, quantityWorth, wholeTicks } from '../demo-pairs.ts';
import type { Dice } from '../price/dice.ts';
import type { Bot } from './bot.ts';
import { meansNoMoney, Refused, refusalOf } from './refused.ts';

interface TakerOptions {
  readonly pair: DemoPair;
  readonly bots: readonly Bot[];
  readonly refill: (account: string) => Promise<void>;
}

/** A market order stops so far from the price, in percent. */
const slippagePercent = 2;

/** Refusals that concern this trade or this account alone; the makers go on. */
const harmless = new Set([
  'order_error',
  'order_cost_limit',
  'price_too_low',
  'price_too_high',
  'daily_limit_exceeded',
]);

/** Takes from the book of one pair. */
export class Taker {
  readonly #options: TakerOptions;

  constructor(options: TakerOptions) {
    this.#options = options;
  }

  /** Trades what was worth trading since the last time, at the best prices there are. */
  async trade(
    side: Side,
    { value, middle, dice }: { value: number; middle: number; dice: Dice },
  ): Promise<void> {
    const { pair } = this.#options;
    const away = Math.floor((middle * slippagePercent) / 100);
    const quantity = quantityWorth(pair, { value: Math.max(leastTraded(pair), value), price: middle });
    await this.#place(dice, {
      path: orderEndpoints.placeMarket.path,
      body: {
        pair: pair.code,
        operation: side,
        quantity: pair.units.showQuantity(quantity),
        worst_price: pair.units.showPrice(
          wholeTicks(pair.units, side === 'buy' ? middle + away : middle - away),
        ),
      },
    });
  }

  /** Takes what stands in the way of a level: an order that the price has passed. */
  async sweep({ side, price }: Level, dice: Dice): Promise<void> {
    const { pair } = this.#options;
    const quantity = quantityWorth(pair, { value: pair.levelValue * 3, price });
    await this.#place(dice, {
      path: orderEndpoints.place.path,
      body: {
        type: orderTypes.limit,
        pair: pair.code,
        operation: side,
        price: pair.units.showPrice(price),
        quantity: pair.units.showQuantity(quantity),
        time_in_force: 'ioc',
      },
    });
  }

  async #place(dice: Dice, { path, body }: { path: string; body: object }): Promise<void> {
    const { bots, refill } = this.#options;
    const bot = bots[dice.below(bots.length)];
    if (!bot) return;
    const code = refusalOf(await bot.call({ method: 'POST', path, body }));
    if (code === undefined || harmless.has(code)) return;
    if (meansNoMoney(code)) await refill(bot.account);
    else throw new Refused(code);
  }
}
