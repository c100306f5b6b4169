import type { TradeExecuted } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type { CommittedBatch } from '#platform/runtime.ts';
import { MarketDefinitions, type TradeSide, walkEvents } from '#runtime/followers/index.ts';
import { foldOrder, type OrderDraft, type OrderKeeper } from '../fold-order.ts';
import type { FillRecord } from './fills.ts';

/** What some batches mean for the tables of orders and fills. */
export class OrderChanges {
  /** Open orders that are new or changed. */
  readonly open = new Set<OrderDraft>();
  readonly closed: OrderDraft[] = [];
  /** Orders that the table of open orders has and must lose. */
  readonly leaving: number[] = [];
  readonly fills: FillRecord[] = [];
  readonly #placedHere = new Set<number>();

  place(order: OrderDraft): void {
    this.#placedHere.add(order.id);
    this.open.add(order);
  }

  /** An order that was placed and closed within these batches never comes to the table of open orders. */
  close(order: OrderDraft): void {
    this.open.delete(order);
    this.closed.push(order);
    if (!this.#placedHere.has(order.id)) this.leaving.push(order.id);
  }
}

/** Orders and fills as the journal has them. What is missing here of the open orders is in the database: it is fetched before the batch is applied. */
export class OrdersFold {
  readonly orders = new Map<number, OrderDraft>();
  readonly markets: MarketDefinitions;
  #changes = new OrderChanges();
  readonly #keeper: OrderKeeper = {
    find: (id) => {
      const order = this.orders.get(id);
      invariant(order, `The journal speaks of order ${id}, which is not open.`);
      return order;
    },
    quoteOf: (market) => this.markets.quoteOf(market),
    placed: (order) => {
      this.orders.set(order.id, order);
      this.#changes.place(order);
    },
    changed: (order) => void this.#changes.open.add(order),
    closed: (order) => {
      this.orders.delete(order.id);
      this.#changes.close(order);
    },
    traded: (event, sides) => this.#addFills(event, sides),
  };

  constructor(markets = new MarketDefinitions()) {
    this.markets = markets;
  }

  apply(batch: CommittedBatch): void {
    walkEvents(batch, (event, { at }) => {
      if (event.kind === 'MarketOpened') this.markets.open(event.definition);
      else foldOrder(this.#keeper, event, at);
    });
  }

  /** What changed since this was last asked for. */
  takeChanges(): OrderChanges {
    const changes = this.#changes;
    this.#changes = new OrderChanges();
    return changes;
  }

  #addFills(event: TradeExecuted, sides: readonly TradeSide[]): void {
    const { tradeId, market, price, quantity, executedAt } = event;
    for (const { role, orderId, account, side, total, fee } of sides)
      this.#changes.fills.push({
        ...{ tradeId, role, orderId, account, market, side, price, quantity, total, fee, executedAt },
      });
  }
}
