import type { Booking } from '#commands/commands.ts';
import { evolveMoney } from '#money/evolve-money.ts';
import { evolveOrders } from '#orders/evolve-orders.ts';
import { evolveSetup } from '#setup/evolve-setup.ts';
import { BookingSeries, keyOfBooking } from '#state/bookings.ts';
import type { Exchange } from '#state/exchange.ts';
import type { RememberedOutcome } from '#state/recent-outcomes.ts';
import type { CommandAccepted, CommandRejected, ExchangeEvent } from './events.ts';

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
    case 'BandMoved':
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
  const { key, digest, sequence, orderId, booking } = event;
  exchange.sequence = sequence;
  if (booking) useUp(exchange, booking, { digest, sequence, orderId, rejection: null });
  else if (event.keep === 'recent')
    exchange.recentKeys.add({ key, digest, sequence, orderId, rejection: null });
  else if (event.keep === 'forever')
    exchange.moneyKeys.set(key, { digest, sequence, orderId, rejection: null });
}

function rememberRejected(exchange: Exchange, event: CommandRejected): void {
  const { key, digest, sequence, rejection, booking } = event;
  exchange.sequence = sequence;
  if (booking) useUp(exchange, booking, { digest, sequence, orderId: 0, rejection });
  else exchange.recentKeys.add({ key, digest, sequence, orderId: 0, rejection });
}

/** The number is done, whether its money moved or was refused: so the numbers of a series have no holes for long. */
function useUp(exchange: Exchange, booking: Booking, outcome: RememberedOutcome): void {
  let series = exchange.bookings.get(booking.series);
  if (!series) {
    series = new BookingSeries();
    exchange.bookings.set(booking.series, series);
  }
  series.add(booking.number);
  exchange.recentBookings.add({ key: keyOfBooking(booking), ...outcome });
}
