import { isNaturalNumber, isPositiveInteger } from '@emporion/kernel';
import type { Command, KeyedCommand, MoneyCommand } from '#commands/commands.ts';
import { decideDue, nextDue, reachedBy } from '#orders/follow-ups.ts';
import {
  bookingSeriesMax,
  bookingsAheadMax,
  isUsableReference,
  isUsableSeries,
  keyOfBooking,
} from '#state/bookings.ts';
import { digestOfCommand } from '#state/digest.ts';
import type { Exchange } from '#state/exchange.ts';
import {
  defaultFillsPerCommandMax,
  isPlainText,
  keyLengthMax,
  reasonLengthMax,
  textLengthMax,
} from '#state/limits.ts';
import type { RememberedOutcome } from '#state/recent-outcomes.ts';
import { decide } from './decide.ts';
import type { CommandAccepted, CommandRejected, ExchangeEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { type Objection, object, type Rejection, reject as refuse } from './rejection.ts';

/** What became of a command. A repetition has the outcome of the first time, and no events. */
export interface Execution {
  readonly outcome: Outcome;
  readonly events: readonly ExchangeEvent[];
  readonly repeated: boolean;
}

export type Outcome =
  | { readonly status: 'accepted'; readonly sequence: number; readonly orderId: number }
  | { readonly status: 'rejected'; readonly rejection: Rejection };

/**
 * Carries one command out: decides, applies the events, then deals with the orders that those events made due. Rejections are
 * those of the command's own decision, and before it wrong_data for an envelope that is no envelope and
 * duplicate_transaction for a key or a booking that was used with another input.
 */
export function execute(exchange: Exchange, command: Command): Execution {
  if (typeof command !== 'object' || command === null)
    return refusal(object('wrong_data', { field: 'kind' }));
  if (isMoneyCommand(command)) return executeBooked(exchange, command);
  const { key } = command;
  if (!isNaturalNumber(command.acceptedAt) || !(key === null || isPlainText(key, keyLengthMax)))
    return refusal(object('wrong_data', { field: 'key' }));
  if (key === null) return executeOnce(exchange, command);
  const digest = digestOfCommand(command);
  const earlier = exchange.recentKeys.get(key);
  if (earlier) return repetition(earlier, digest, { key });
  const decision = decide(exchange, command);
  return decision.ok
    ? accept(exchange, command, { key, digest, booking: null, keep: 'recent', decided: decision.value })
    : reject(exchange, command, { key, digest, booking: null, rejection: decision.failure });
}

/** Carries out a command that nobody can repeat: it is not remembered, and when it is refused it leaves no trace. */
function executeOnce(exchange: Exchange, command: KeyedCommand): Execution {
  const decision = decide(exchange, command);
  if (!decision.ok) return refusal(decision.failure);
  return accept(exchange, command, {
    key: '',
    digest: 0,
    booking: null,
    keep: 'never',
    decided: decision.value,
  });
}

/**
 * Carries out a command that moves money. Its number is used up whether it is accepted or refused. A repetition has the first outcome for as long as
 * that is known; after that it is a duplicate, and what became of the first is in the journal, under its reference.
 */
function executeBooked(exchange: Exchange, command: MoneyCommand): Execution {
  const malformed = checkMoneyEnvelope(exchange, command);
  if (malformed) return refusal(malformed);
  const { booking, reference } = command;
  const digest = digestOfCommand(command);
  if (exchange.bookings.get(booking.series)?.isDone(booking.number)) {
    const earlier = exchange.recentBookings.get(keyOfBooking(booking));
    return earlier
      ? repetition(earlier, digest, { ...booking })
      : refusal(object('duplicate_transaction', { ...booking }));
  }
  // Money that moved under this name as a key, before there were bookings, must not move again.
  const decision = exchange.moneyKeys.has(reference)
    ? refuse('duplicate_transaction', { reference })
    : decide(exchange, command);
  const { series, number } = booking;
  const mark: Mark = { key: '', digest, booking: { series, number } };
  return decision.ok
    ? accept(exchange, command, { ...mark, keep: 'booked', decided: decision.value })
    : reject(exchange, command, { ...mark, rejection: decision.failure });
}

/** Rejects with wrong_data. */
function checkMoneyEnvelope(exchange: Exchange, command: MoneyCommand): Objection {
  const { acceptedAt, booking, reference, actor, reason } = command;
  const wrong = (field: string) => object('wrong_data', { field });
  if (!isNaturalNumber(acceptedAt)) return wrong('acceptedAt');
  if (typeof booking !== 'object' || booking === null) return wrong('booking');
  const { series, number } = booking;
  if (!isUsableSeries(series) || !isPositiveInteger(number)) return wrong('booking');
  const known = exchange.bookings.get(series);
  if (!known && exchange.bookings.size >= bookingSeriesMax) return wrong('booking');
  if (number > (known?.doneUpTo ?? 0) + bookingsAheadMax) return wrong('booking');
  if (!isUsableReference(reference)) return wrong('reference');
  if (!isPlainText(actor, textLengthMax)) return wrong('actor');
  return reason === undefined || isPlainText(reason, reasonLengthMax) ? null : wrong('reason');
}

/** How a command is remembered: by its key or by its booking. */
type Mark = Pick<CommandAccepted, 'key' | 'digest' | 'booking'>;

type Refused = Mark & Pick<CommandRejected, 'rejection'>;

function reject(exchange: Exchange, { acceptedAt }: Command, refused: Refused): Execution {
  const { key, digest, rejection, booking } = refused;
  const sequence = exchange.sequence + 1;
  const event: ExchangeEvent = {
    kind: 'CommandRejected',
    sequence,
    key,
    digest,
    rejection,
    acceptedAt,
    booking,
  };
  evolve(exchange, event);
  return { outcome: { status: 'rejected', rejection }, events: [event], repeated: false };
}

type Decided = Mark & Pick<CommandAccepted, 'keep'> & { readonly decided: readonly ExchangeEvent[] };

/** From here on the command must succeed: nothing below may refuse. */
function accept(
  exchange: Exchange,
  { acceptedAt }: Command,
  { key, digest, booking, keep, decided }: Decided,
): Execution {
  const sequence = exchange.sequence + 1;
  const orderId = orderOf(decided);
  const accepted: ExchangeEvent = {
    kind: 'CommandAccepted',
    sequence,
    key,
    digest,
    keep,
    orderId,
    acceptedAt,
    booking,
  };
  const [first] = decided;
  const events = first && decided.length === 1 ? [accepted, first] : [accepted, ...decided];
  applyAll(exchange, events, acceptedAt);
  return { outcome: { status: 'accepted', sequence, orderId }, events, repeated: false };
}

/**
 * Applies the events one by one. What a trade makes due is an event of its own, right after it. When all are applied, the next due order adds its events, up to a bound in orders and one in trades: the rest waits for the next command.
 */
function applyAll(exchange: Exchange, events: ExchangeEvent[], at: number): void {
  let followUps = 0;
  let fills = 0;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index] as ExchangeEvent;
    evolve(exchange, event);
    if (event.kind === 'TradeExecuted') {
      fills += 1;
      const consequences = reachedBy(exchange, events, index);
      if (consequences.length > 0) events.splice(index + 1, 0, ...consequences);
    }
    if (exchange.dueCount === 0 || index < events.length - 1) continue;
    const { followUpsPerCommandMax, fillsPerCommandMax = defaultFillsPerCommandMax } = exchange.limits;
    if (followUps === followUpsPerCommandMax || fills >= fillsPerCommandMax) continue;
    const due = nextDue(exchange);
    if (!due) continue;
    followUps += 1;
    events.push(...decideDue(exchange, due, at));
  }
}

function repetition(
  earlier: RememberedOutcome,
  inputDigest: number,
  name: NonNullable<Rejection['details']>,
): Execution {
  if (earlier.digest !== inputDigest) return refusal(object('duplicate_transaction', name));
  const { sequence, orderId, rejection } = earlier;
  const outcome: Outcome = rejection
    ? { status: 'rejected', rejection }
    : { status: 'accepted', sequence, orderId };
  return { outcome, events: [], repeated: true };
}

/** A refusal that leaves no trace: there is no key that could be repeated, or it belongs to another command. */
function refusal(rejection: Rejection): Execution {
  return { outcome: { status: 'rejected', rejection }, events: [], repeated: false };
}

/** The order that a command places or amends is that of its first event; an amendment that changes nothing has none. */
function orderOf([first]: readonly ExchangeEvent[]): number {
  if (first?.kind === 'OrderPlaced') return first.order.id;
  return first?.kind === 'OrderAmended' || first?.kind === 'OrderReduced' ? first.orderId : 0;
}

const isMoneyKind: Readonly<Record<MoneyCommand['kind'], true>> = {
  CreditDeposit: true,
  ReverseCredit: true,
  HoldWithdrawal: true,
  SendWithdrawal: true,
  ReleaseWithdrawal: true,
  ReturnPayout: true,
  Transfer: true,
  LockCode: true,
  RedeemCode: true,
  CancelCode: true,
  AdjustBalance: true,
  FundPool: true,
  PayBonus: true,
  MoveHouseMoney: true,
  VoidBooking: true,
};

const moneyKinds: ReadonlySet<string> = new Set(Object.keys(isMoneyKind));

function isMoneyCommand(command: Command): command is MoneyCommand {
  return moneyKinds.has(command.kind);
}
