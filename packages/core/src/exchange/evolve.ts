import type { CommandAccepted, CommandRejected, ExchangeEvent } from './events.ts';
import { evolveMoney } from './evolve-money.ts';
import { evolveOrders } from './evolve-orders.ts';
import { evolveSetup } from './evolve-setup.ts';
import type { Exchange } from './exchange.ts';

/** Applies one event. This is the only place where the state changes, and all that a replay does. */
export function evolve(exchange: Exchange, event: ExchangeEvent): void {
  switch (event.kind) {
    case 'CommandAccepted':
      rememberAccepted(exchange, event);
      return;
    case 'CommandRejected':
      rememberRejected(exchange, event);
      return;
    case 'OrderPlaced':
    case 'TradeExecuted':
    case 'OrderRested':
    case 'OrderClosed':
    case 'OrderReduced':
    case 'OrderAmended':
    case 'OrdersDue':
    case 'OrderFired':
    case 'OrderRepriced':
    case 'TrailingStopsMoved':
      evolveOrders(exchange, event);
      return;
    case 'MoneyMoved':
    case 'WithdrawalHeld':
    case 'WithdrawalEnded':
    case 'CodeLocked':
    case 'CodeEnded':
      evolveMoney(exchange, event);
      return;
    case 'SwapExecuted':
      // It sums up the orders and trades before it, which have moved everything already.
      return;
    default:
      evolveSetup(exchange, event);
      return;
  }
}

function rememberAccepted(exchange: Exchange, event: CommandAccepted): void {
  const { key, digest, sequence, orderId } = event;
  exchange.sequence = sequence;
  if (event.keep === 'never') return;
  if (event.keep === 'forever') exchange.moneyKeys.set(key, { digest, sequence, orderId, rejection: null });
  else exchange.recentKeys.add({ key, digest, sequence, orderId, rejection: null });
}

function rememberRejected(exchange: Exchange, { key, digest, sequence, rejection }: CommandRejected): void {
  exchange.sequence = sequence;
  exchange.recentKeys.add({ key, digest, sequence, orderId: 0, rejection });
}
