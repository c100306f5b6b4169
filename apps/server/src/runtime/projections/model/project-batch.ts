import type { ExchangeEvent } from '@emporion/core';
import type { CommittedBatch } from '#platform/runtime.ts';
import type { Changes, Moment } from './changes.ts';
import { postMoney } from './post-money.ts';
import { amendOrder, changeOrder, closeOrder, moveTrailingStops, placeOrder } from './project-order.ts';
import { executeTrade } from './project-trade.ts';
import type { ProjectionState } from './state.ts';

/** Applies the events of a batch to the rows, and notes which rows are new or changed. It asks nobody, so a replay agrees. */
export function projectBatch(state: ProjectionState, changes: Changes, batch: CommittedBatch): void {
  let { firstEvent: event } = batch;
  let sequence = 0;
  let key = '';
  let at = 0;
  for (const each of batch.events) {
    if (each.kind === 'CommandAccepted' || each.kind === 'CommandRejected') {
      ({ sequence, key, acceptedAt: at } = each);
    } else projectEvent(state, changes, each, { event, sequence, key, at });
    event += 1;
  }
}

function projectEvent(
  state: ProjectionState,
  changes: Changes,
  event: Exclude<ExchangeEvent, { kind: 'CommandAccepted' | 'CommandRejected' }>,
  moment: Moment,
): void {
  if ('postings' in event) postMoney(state, changes, event, moment);
  const { at } = moment;
  switch (event.kind) {
    case 'MarketOpened':
      state.markets.set(event.definition.market, event.definition);
      changes.markets.push(event.definition);
      return;
    case 'OrderPlaced':
      placeOrder(state, changes, event);
      return;
    case 'TradeExecuted':
      executeTrade(state, changes, event);
      return;
    case 'OrderClosed': {
      const order = state.order(event.orderId);
      order.remaining = event.remaining;
      closeOrder(state, changes, order, { reason: event.reason, at });
      return;
    }
    case 'OrderReduced': {
      const { orderId, quantity, remaining, held } = event;
      changeOrder(state, changes, { orderId, at }, { quantity, remaining, held });
      return;
    }
    case 'OrderAmended':
      amendOrder(state, changes, event, moment);
      return;
    case 'OrderFired': {
      const { orderId, held } = event;
      changeOrder(state, changes, { orderId, at }, { held, waiting: false });
      return;
    }
    case 'OrderRepriced':
      changeOrder(state, changes, { orderId: event.orderId, at }, { price: event.price });
      return;
    case 'TrailingStopsMoved':
      moveTrailingStops(state, changes, event, moment);
      return;
    case 'SwapExecuted': {
      const { account, from, to, given, received, orderIds } = event;
      const swap = { id: moment.sequence, account, from, to, given, received, orderIds, swappedAt: at };
      changes.swaps.push(swap);
      return;
    }
    default:
    // The others have no table of their own; the money of some was posted above.
  }
}
