import { type Order, orderEndpoints, orderTypes } from '@emporion/contracts/rest';
import { type Level, ladder, levelQuantity } from '../book/ladder.ts';
import { type Resting, rearrange, type Step } from '../book/rearrange.ts';
import { type DemoPair, quantityWorth, wholeLots } from '../demo-pairs.ts';
import type { Dice } from '../price/dice.ts';
import type { Answer, Bot } from './bot.ts';
import { meansNoMoney, Refused, refusalOf } from './refused.ts';

interface MakerOptions {
  readonly pair: DemoPair;
  readonly bot: Bot;
  readonly refill: (account: string) => Promise<void>;
}

/** An order that is no more: somebody took it, or it was cancelled behind our back. */
const gone = new Set([
  'order_not_found',
  'order_already_filled',
  'order_already_cancelled',
  'order_closed',
  'invalid_order_size',
]);

/** Keeps a ladder of orders around a price in the book of one pair. */
export class Maker {
  readonly #options: MakerOptions;
  readonly #orders = new Map<string, Resting>();

  constructor(options: MakerOptions) {
    this.#options = options;
  }

  /** Learns which of its orders are in the book, whoever took what meanwhile. */
  async look(): Promise<void> {
    const { bot, pair } = this.#options;
    const { method, path } = orderEndpoints.list;
    const answer = await bot.call({ method, path: `${path}?state=active&pair=${pair.code}&limit=200` });
    const code = refusalOf(answer);
    if (code !== undefined) throw new Refused(code);
    this.#orders.clear();
    for (const order of answer.body.results as Order[]) this.#note(order);
  }

  /** Moves the ladder to where the price is, by so many orders at most. Answers with the levels where somebody else's orders are in the way. */
  async follow(middle: number, { stepsMax, dice }: { stepsMax: number; dice: Dice }): Promise<Level[]> {
    const { back, forth } = rearrange([...this.#orders.values()], ladder(this.#options.pair, middle));
    // Those of one side go together, and so share one commit; the side that makes room goes first.
    const blocked = await this.#walk(back.slice(0, stepsMax), dice);
    return [...blocked, ...(await this.#walk(forth.slice(0, stepsMax), dice))];
  }

  async #walk(steps: readonly Step[], dice: Dice): Promise<Level[]> {
    const answers = await Promise.all(steps.map((step) => this.#take(step, dice)));
    const blocked: Level[] = [];
    for (const [index, step] of steps.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      if (refusalOf(answer) === 'order_would_trade' && step.kind !== 'cancel') {
        blocked.push(step.level);
        // Where it stands it might be in the way of others, too.
        if (step.kind === 'move') await this.#settle(step.order, await this.#cancel(step.order));
      } else await this.#settle(step.kind === 'place' ? undefined : step.order, answer);
    }
    return blocked;
  }

  /** Gives some levels another size, those first that have been taken nearly whole. */
  async resize(count: number, dice: Dice): Promise<void> {
    const { pair, bot } = this.#options;
    // Those that stand between two ticks, since staff made these wider, only move.
    const orders = [...this.#orders.values()].filter(({ price }) => price % pair.units.tick === 0);
    if (orders.length === 0) return;
    const thin = orders.filter(
      ({ price, remaining }) => remaining * 5 < quantityWorth(pair, { value: pair.levelValue, price }),
    );
    for (let index = 0; index < count; index += 1) {
      const order = thin[index] ?? orders[dice.below(orders.length)];
      if (!order) return;
      const quantity = wholeLots(
        pair.units,
        order.filled + levelQuantity(pair, { price: order.price, dice }),
      );
      const body = { quantity: pair.units.showQuantity(quantity) };
      const answer = await bot.call({ method: 'PATCH', path: `orders/${order.id}`, body });
      await this.#settle(order, answer);
    }
  }

  #take(step: Step, dice: Dice): Promise<Answer> {
    const { pair, bot } = this.#options;
    if (step.kind === 'cancel') return this.#cancel(step.order);
    const { side, price } = step.level;
    const quantity = levelQuantity(pair, { price, dice });
    if (step.kind === 'place') {
      const body = {
        type: orderTypes.limit,
        pair: pair.code,
        operation: side,
        price: pair.units.showPrice(price),
        quantity: pair.units.showQuantity(quantity),
        post_only: true,
      };
      return bot.call({ method: 'POST', path: orderEndpoints.place.path, body });
    }
    const { id, filled } = step.order;
    const whole = wholeLots(pair.units, filled + quantity);
    const body = { price: pair.units.showPrice(price), quantity: pair.units.showQuantity(whole) };
    return bot.call({ method: 'PATCH', path: `orders/${id}`, body });
  }

  #cancel({ id }: Resting): Promise<Answer> {
    return this.#options.bot.call({ method: 'DELETE', path: `orders/${id}` });
  }

  /** Keeps in mind what became of an order. @throws Refused for what going on will not mend. */
  async #settle(order: Resting | undefined, answer: Answer): Promise<void> {
    const { bot, refill } = this.#options;
    const code = refusalOf(answer);
    if (code === undefined) this.#note(answer.body);
    else if (gone.has(code) && order) this.#orders.delete(order.id);
    else if (meansNoMoney(code)) await refill(bot.account);
    else throw new Refused(code);
  }

  #note({ id, operation, price, filled, remaining, status }: Order): void {
    const { units } = this.#options.pair;
    const isOpen = status === 'open' || status === 'partially_filled';
    if (!isOpen || price === null) this.#orders.delete(id);
    else
      this.#orders.set(id, {
        id,
        side: operation,
        price: units.price(price),
        filled: units.quantity(filled),
        remaining: units.quantity(remaining),
      });
  }
}
