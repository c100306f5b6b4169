import type { Exchange, ExchangeEvent } from '@emporion/core';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { recordOfOrder } from '../fold-order.ts';
import { MarketUnits } from '../units.ts';
import { addKeptByHistory } from './kept-by-history.ts';
import { type CommandStamp, isOrderEvent, LiveOrders } from './live-orders.ts';

/**
 * What the API needs to know at once of the exchange, kept from committed batches: so everything in it is durable, and whoever was
 * answered finds in it what they were answered. (A batch reaches its listeners before those who wait for it go on.)
 */
export class LiveExchange {
  readonly orders = new LiveOrders((market) => this.market(market).quote);
  readonly #markets = new Map<string, MarketUnits>();
  readonly #accounts = new Set<string>();
  /** Decimals by coin. */
  readonly coins = new Map<string, number>();
  /** The last command that is in here. */
  #sequence = 0;
  #newest: CommittedBatch | undefined;

  /** @throws Problem invalid_trading_pair. */
  market(code: string): MarketUnits {
    const market = this.#markets.get(code);
    if (!market) throw new Problem('invalid_trading_pair');
    return market;
  }

  get markets(): IterableIterator<MarketUnits> {
    return this.#markets.values();
  }

  hasAccount(id: string): boolean {
    return this.#accounts.has(id);
  }

  /** The events of a command that was answered just now. Empty when it was a repetition. */
  eventsOf(sequence: number): readonly ExchangeEvent[] {
    const events = this.#newest?.events ?? [];
    const start = events.findIndex(
      (event) => event.kind === 'CommandAccepted' && event.sequence === sequence,
    );
    if (start < 0) return [];
    const length = events.slice(start + 1).findIndex(beginsCommand);
    return length < 0 ? events.slice(start) : events.slice(start, start + 1 + length);
  }

  /** Takes the exchange over as it is. What the fills of its orders came to, the core does not know. */
  seed(exchange: Exchange): void {
    this.#sequence = exchange.sequence;
    for (const [coin, decimals] of exchange.coins) this.coins.set(coin, decimals);
    for (const market of exchange.markets.values())
      this.#markets.set(market.code, new MarketUnits(market.definition));
    for (const { id } of exchange.accounts()) this.#accounts.add(id);
    for (const order of exchange.orders.values()) this.orders.add(recordOfOrder(order));
  }

  apply(batch: CommittedBatch): void {
    this.#newest = batch;
    let stamp: CommandStamp = { sequence: 0, acceptedAt: batch.acceptedAt };
    for (const event of batch.events) {
      if (event.kind === 'CommandAccepted' || event.kind === 'CommandRejected') stamp = event;
      // What the seed had in it already is not counted again.
      else if (stamp.sequence > this.#sequence) this.#applyEvent(event, stamp);
    }
    this.#sequence = Math.max(this.#sequence, batch.lastSequence);
  }

  #applyEvent(event: ExchangeEvent, stamp: CommandStamp): void {
    if (isOrderEvent(event)) this.orders.apply(event, stamp);
    else if (event.kind === 'AccountOpened') this.#accounts.add(event.account);
    else if (event.kind === 'CoinListed') this.coins.set(event.coin, event.decimals);
    else if (event.kind === 'MarketOpened')
      this.#markets.set(event.definition.market, new MarketUnits(event.definition));
  }
}

function beginsCommand({ kind }: ExchangeEvent): boolean {
  return kind === 'CommandAccepted' || kind === 'CommandRejected';
}

const opened = new WeakMap<Platform['runtime'], Promise<LiveExchange>>();

/** The live view of the platform's exchange. Whoever asks first begins it; all share it. */
export function liveExchange(platform: Platform): Promise<LiveExchange> {
  const known = opened.get(platform.runtime) ?? openLiveExchange(platform);
  opened.set(platform.runtime, known);
  return known;
}

/** Until an attempt was left in peace. What was due at the last end goes on trading by itself, and comes to an end. */
async function openLiveExchange(platform: Platform): Promise<LiveExchange> {
  for (;;) {
    const live = await tryToOpen(platform);
    if (live) return live;
  }
}

/** Undefined when there were trades meanwhile: nobody can tell which of them the history had counted when it was asked. */
async function tryToOpen(platform: Platform): Promise<LiveExchange | undefined> {
  const { runtime } = platform;
  const live = new LiveExchange();
  const early: CommittedBatch[] = [];
  let take = (batch: CommittedBatch): void => {
    early.push(batch);
  };
  const leave = runtime.onCommitted((batch) => take(batch));
  await runtime.read((exchange) => live.seed(exchange));
  if (live.orders.size > 0) {
    const isWhole = await addKeptByHistory(platform, live.orders);
    if (isWhole && early.some(hasTrades)) {
      leave();
      return undefined;
    }
  }
  for (const batch of early) live.apply(batch);
  take = (batch) => live.apply(batch);
  return live;
}

function hasTrades({ events }: CommittedBatch): boolean {
  return events.some(({ kind }) => kind === 'TradeExecuted');
}
