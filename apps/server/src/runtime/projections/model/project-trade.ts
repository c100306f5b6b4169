import { timeframes } from '@emporion/contracts/rest';
import type { Posting, Side, TradeExecuted } from '@emporion/core';
import { candleTimes } from './candle-time.ts';
import type { Changes } from './changes.ts';
import { closeOrder } from './project-order.ts';
import { dayOf, type ProjectedCandle, type ProjectionState } from './state.ts';

const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

export function executeTrade(state: ProjectionState, changes: Changes, event: TradeExecuted): void {
  const { tradeId: id, market, price, quantity, takerSide, executedAt } = event;
  changes.trades.push({ id, market, price, quantity, takerSide, executedAt });
  const makerTotal = fillOrder(state, changes, event, {
    role: 'maker',
    orderId: event.makerOrderId,
    account: event.makerAccount,
    side: other(takerSide),
    fee: event.makerFee,
    remaining: event.makerRemaining,
    held: event.makerHeld,
  });
  const takerTotal = fillOrder(state, changes, event, {
    role: 'taker',
    orderId: event.takerOrderId,
    account: event.takerAccount,
    side: takerSide,
    fee: event.takerFee,
    remaining: event.takerRemaining,
    held: event.takerHeld,
  });
  // What was paid, not what was received: the two differ by one unit at most.
  addToCandles(state, changes, event, takerSide === 'buy' ? takerTotal : makerTotal);
}

interface Party {
  readonly role: 'maker' | 'taker';
  readonly orderId: number;
  readonly account: string;
  readonly side: Side;
  readonly fee: bigint;
  readonly remaining: number;
  readonly held: bigint;
}

function fillOrder(state: ProjectionState, changes: Changes, event: TradeExecuted, party: Party): bigint {
  const { tradeId, market, price, quantity, executedAt } = event;
  const { role, orderId, account, side, fee, remaining, held } = party;
  const { quote } = state.market(market);
  const total = totalOf(event.postings, { account, side, fee, quote });
  changes.fills.push({
    tradeId,
    role,
    orderId,
    account,
    market,
    side,
    price,
    quantity,
    total,
    fee,
    executedAt,
  });
  const volume = state.volume(account, quote, dayOf(executedAt));
  volume.volume += total;
  changes.volumes.add(volume);

  const order = state.order(orderId);
  order.filled += quantity;
  order.total += total;
  order.fee += fee;
  order.remaining = remaining;
  order.held = held;
  order.updatedAt = executedAt;
  // A buy by budget has no quantity that could be used up: an event of its own closes it.
  if (remaining === 0 && order.quantity > 0)
    closeOrder(state, changes, order, { reason: 'filled', at: executedAt });
  else changes.openOrders.add(order);
  return total;
}

/** What a party paid or got in the quote coin, before its fee. */
function totalOf(
  postings: readonly Posting[],
  { account, side, fee, quote }: Pick<Party, 'account' | 'side' | 'fee'> & { quote: string },
): bigint {
  let net = 0n;
  for (const posting of postings)
    if (posting.account === account && posting.coin === quote) net += posting.amount;
  return side === 'buy' ? -net : net + fee;
}

function addToCandles(
  state: ProjectionState,
  changes: Changes,
  { market, price, quantity, executedAt }: TradeExecuted,
  total: bigint,
): void {
  let latest = state.candles.get(market);
  if (!latest) {
    latest = new Map();
    state.candles.set(market, latest);
  }
  const times = candleTimes(executedAt);
  for (const [index, timeframe] of timeframes.entries()) {
    const time = times[index] ?? 0;
    let candle = latest.get(timeframe);
    // The exchange's time never goes backwards, so a candle of another time is a later one.
    if (candle?.time !== time) {
      candle = openCandle({ market, timeframe, time }, price);
      latest.set(timeframe, candle);
    }
    candle.high = Math.max(candle.high, price);
    candle.low = Math.min(candle.low, price);
    candle.close = price;
    candle.volume += BigInt(quantity);
    candle.quoteVolume += total;
    candle.trades += 1;
    changes.candles.add(candle);
  }
}

function openCandle(
  place: Pick<ProjectedCandle, 'market' | 'timeframe' | 'time'>,
  price: number,
): ProjectedCandle {
  return {
    ...place,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    quoteVolume: 0n,
    trades: 0,
  };
}
