import type { Exchange, ExchangeEvent } from '@emporion/core';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { defineService } from '#platform/services.ts';
import { recordOfOrder } from '../fold-order.ts';
import { MarketUnits } from '../units.ts';
import { addKeptByHistory } from './kept-by-history.ts';
import { type CommandStamp, isOrderEvent, LiveOrders } from './live-orders.ts';

/**
 * What the API needs to know at once of the exchange, kept from committed batches: so everything in it is durable. The runtime hands a batch to
 * models like this one before it answers those who wait for it, so whoever was answered finds in it what they were answered.
 */
export class LiveExchange {
  readonly orders = new LiveOrders((market) => this.market(market).quote);
  readonly #markets = new Map<string, MarketUnits>();
  readonly #accounts = new Set<string>();
  /** Decimals by coin. */
  readonly coins = new Map<string, number>();
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
    for (const [coin, decimals] of exchange.coins) this.coins.set(coin, decimals);
    for (const market of exchange.markets.values())
      this.#markets.set(market.code, new MarketUnits(market.definition, market.rules));
    for (const { id } of exchange.accounts()) this.#accounts.add(id);
    for (const order of exchange.orders.values()) this.orders.add(recordOfOrder(order));
  }

  apply(batch: CommittedBatch): void {
    this.#newest = batch;
    let stamp: CommandStamp = { sequence: 0, acceptedAt: batch.acceptedAt };
    for (const event of batch.events) {
      if (event.kind === 'CommandAccepted' || event.kind === 'CommandRejected') stamp = event;
      else this.#applyEvent(event, stamp);
    }
  }

  #applyEvent(event: ExchangeEvent, stamp: CommandStamp): void {
    if (isOrderEvent(event)) this.orders.apply(event, stamp);
    else if (event.kind === 'AccountOpened') this.#accounts.add(event.account);
    else if (event.kind === 'CoinListed') this.coins.set(event.coin, event.decimals);
    else if (event.kind === 'MarketOpened')
      this.#markets.set(event.definition.market, new MarketUnits(event.definition, event.rules));
    else if (event.kind === 'MarketChanged')
      this.#markets.set(event.market, new MarketUnits(this.market(event.market).definition, event.rules));
  }
}

function beginsCommand({ kind }: ExchangeEvent): boolean {
  return kind === 'CommandAccepted' || kind === 'CommandRejected';
}

/** The live view of the platform's exchange. Whoever asks first begins it; all share it. */
export const liveExchange = defineService('the live exchange', openLiveExchange);

async function openLiveExchange(platform: Platform): Promise<LiveExchange> {
  let live = new LiveExchange();
  const following = platform.runtime.follow({
    name: 'live orders',
    // Every answer about an order comes from here: what is not sure must not go on answering.
    whenItFails: 'stop',
    seed: async () => {
      const seeded = await seedLive(platform);
      live = seeded.live;
      return { sequence: seeded.sequence };
    },
    apply: (batch) => live.apply(batch),
  });
  await following.ready;
  return live;
}

/**
 * The exchange as a view shows it, with what only the history knows of its orders. The history is asked again when somebody traded meanwhile: nobody can
 * tell which of these trades it had counted. What was due at the last end goes on trading by itself, and comes to an end.
 */
async function seedLive(platform: Platform): Promise<{ live: LiveExchange; sequence: number }> {
  const { view } = platform;
  for (;;) {
    const live = new LiveExchange();
    const { value: lastTrade, sequence } = await view.readAt((exchange) => {
      live.seed(exchange);
      return exchange.lastTradeId;
    });
    if (live.orders.size === 0) return { live, sequence };
    const isWhole = await addKeptByHistory(platform, live.orders);
    if (!isWhole || (await view.read((exchange) => exchange.lastTradeId)) === lastTrade)
      return { live, sequence };
  }
}
