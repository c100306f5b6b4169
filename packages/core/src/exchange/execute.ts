import { isNaturalNumber } from '@emporion/kernel';
import type { Command, CommandKind } from './commands.ts';
import { decide } from './decide.ts';
import { digest } from './digest.ts';
import type { ExchangeEvent, OrderPlaced } from './events.ts';
import { evolve } from './evolve.ts';
import type { Exchange, RememberedOutcome } from './exchange.ts';
import { decideDue, nextDue, reachedBy } from './follow-ups.ts';
import { textLengthMax } from './limits.ts';
import { object, type Rejection } from './rejection.ts';

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
 * duplicate_transaction for a key that was used with another input.
 */
export function execute(exchange: Exchange, command: Command): Execution {
  if (!hasEnvelope(command)) return refusal(object('wrong_data', { field: 'key' }));
  const { key, acceptedAt } = command;
  const inputDigest = digestOf(command);
  const earlier = exchange.moneyKeys.get(key) ?? exchange.recentKeys.get(key);
  if (earlier) return repetition(earlier, inputDigest, key);

  const sequence = exchange.sequence + 1;
  const decision = decide(exchange, command);
  if (!decision.ok) {
    const rejection = decision.failure;
    const event: ExchangeEvent = {
      kind: 'CommandRejected',
      sequence,
      key,
      digest: inputDigest,
      rejection,
      acceptedAt,
    };
    evolve(exchange, event);
    return { outcome: { status: 'rejected', rejection }, events: [event], repeated: false };
  }

  // From here on the command must succeed: nothing below may refuse.
  const decided = decision.value;
  const orderId = firstOrderOf(decided);
  const keep = movesMoneyAtOnce(command.kind) ? 'forever' : 'recent';
  const events: ExchangeEvent[] = [];
  apply(exchange, events, {
    kind: 'CommandAccepted',
    sequence,
    key,
    digest: inputDigest,
    keep,
    orderId,
    acceptedAt,
  });
  for (const event of decided) apply(exchange, events, event);
  if (exchange.dueCount > 0) followUp(exchange, events, acceptedAt);
  return { outcome: { status: 'accepted', sequence, orderId }, events, repeated: false };
}

/** Applies an event; a trade may make orders due, which is an event of its own. */
function apply(exchange: Exchange, events: ExchangeEvent[], event: ExchangeEvent): void {
  evolve(exchange, event);
  events.push(event);
  if (event.kind !== 'TradeExecuted') return;
  for (const consequence of reachedBy(exchange, event)) {
    evolve(exchange, consequence);
    events.push(consequence);
  }
}

/** Fires and reprices what is due, each after the events before it are applied, up to a bound: the rest waits for the next command. */
function followUp(exchange: Exchange, events: ExchangeEvent[], at: number): void {
  for (let count = 0; count < exchange.limits.followUpsPerCommandMax; count += 1) {
    const due = nextDue(exchange);
    if (!due) return;
    for (const event of decideDue(exchange, due, at)) apply(exchange, events, event);
  }
}

function repetition(earlier: RememberedOutcome, inputDigest: number, key: string): Execution {
  if (earlier.digest !== inputDigest) return refusal(object('duplicate_transaction', { key }));
  const { sequence, orderId, rejection } = earlier;
  const outcome: Outcome = rejection
    ? { status: 'rejected', rejection }
    : { status: 'accepted', sequence, orderId };
  return { outcome, events: [], repeated: true };
}

/** A refusal that leaves no trace: there is no key, or the key belongs to another command. */
function refusal(rejection: Rejection): Execution {
  return { outcome: { status: 'rejected', rejection }, events: [], repeated: false };
}

function hasEnvelope(command: Command): boolean {
  const { key, acceptedAt } = command;
  return (
    typeof key === 'string' &&
    key.length > 0 &&
    key.length <= 2 * textLengthMax &&
    isNaturalNumber(acceptedAt)
  );
}

/** When it was accepted is no part of what was asked. */
function digestOf(command: Command): number {
  return digest({ ...command, key: undefined, acceptedAt: undefined });
}

function firstOrderOf(events: readonly ExchangeEvent[]): number {
  const placed = events.find((event): event is OrderPlaced => event.kind === 'OrderPlaced');
  return placed ? placed.order.id : 0;
}

const moneyKinds: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'CreditDeposit',
  'HoldWithdrawal',
  'SettleWithdrawal',
  'ReleaseWithdrawal',
  'Transfer',
  'LockCode',
  'RedeemCode',
  'CancelCode',
  'AdjustBalance',
  'FundPool',
  'PayBonus',
]);

/** Repeating one of these long after would move the money again, so their keys are never forgotten. */
function movesMoneyAtOnce(kind: CommandKind): boolean {
  return moneyKinds.has(kind);
}
