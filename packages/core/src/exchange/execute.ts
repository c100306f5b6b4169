import { isNaturalNumber } from '@emporion/kernel';
import type { Command, CommandKind } from './commands.ts';
import { decide } from './decide.ts';
import { digestOfCommand } from './digest.ts';
import type { CommandAccepted, CommandRejected, ExchangeEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { Exchange } from './exchange.ts';
import { decideDue, nextDue, reachedBy } from './follow-ups.ts';
import { keyLengthMax } from './limits.ts';
import type { RememberedOutcome } from './recent-outcomes.ts';
import { object, type Rejection } from './rejection.ts';
import { isPlainText } from './texts.ts';

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
  const { key } = command;
  const movesMoney = moneyKinds.has(command.kind);
  if (key === null)
    return movesMoney ? refusal(object('wrong_data', { field: 'key' })) : executeOnce(exchange, command);
  const digest = digestOfCommand(command);
  const earlier = (movesMoney ? exchange.moneyKeys.get(key) : undefined) ?? exchange.recentKeys.get(key);
  if (earlier) return repetition(earlier, digest, key);
  const decision = decide(exchange, command);
  return decision.ok
    ? accept(exchange, command, {
        key,
        digest,
        keep: movesMoney ? 'forever' : 'recent',
        decided: decision.value,
      })
    : reject(exchange, command, { key, digest, rejection: decision.failure });
}

/** Carries out a command that nobody can repeat: it is not remembered, and when it is refused it leaves no trace. */
function executeOnce(exchange: Exchange, command: Command): Execution {
  const decision = decide(exchange, command);
  if (!decision.ok) return refusal(decision.failure);
  return accept(exchange, command, { key: '', digest: 0, keep: 'never', decided: decision.value });
}

type Refused = Pick<CommandRejected, 'key' | 'digest' | 'rejection'>;

function reject(exchange: Exchange, { acceptedAt }: Command, { key, digest, rejection }: Refused): Execution {
  const sequence = exchange.sequence + 1;
  const event: ExchangeEvent = { kind: 'CommandRejected', sequence, key, digest, rejection, acceptedAt };
  evolve(exchange, event);
  return { outcome: { status: 'rejected', rejection }, events: [event], repeated: false };
}

type Decided = Pick<CommandAccepted, 'key' | 'digest' | 'keep'> & {
  readonly decided: readonly ExchangeEvent[];
};

/** From here on the command must succeed: nothing below may refuse. */
function accept(
  exchange: Exchange,
  { acceptedAt }: Command,
  { key, digest, keep, decided }: Decided,
): Execution {
  const sequence = exchange.sequence + 1;
  const orderId = firstOrderOf(decided);
  const accepted: ExchangeEvent = {
    kind: 'CommandAccepted',
    sequence,
    key,
    digest,
    keep,
    orderId,
    acceptedAt,
  };
  const [first] = decided;
  const events = first && decided.length === 1 ? [accepted, first] : [accepted, ...decided];
  applyAll(exchange, events, acceptedAt);
  return { outcome: { status: 'accepted', sequence, orderId }, events, repeated: false };
}

/**
 * Applies the events one by one. What a trade makes due is an event of its own, right after it. When all are applied, the next due order
 * adds its events, up to a bound: the rest waits for the next command.
 */
function applyAll(exchange: Exchange, events: ExchangeEvent[], at: number): void {
  let followUps = 0;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index] as ExchangeEvent;
    evolve(exchange, event);
    if (event.kind === 'TradeExecuted') {
      const consequences = reachedBy(exchange, events, index);
      if (consequences.length > 0) events.splice(index + 1, 0, ...consequences);
    }
    const atEnd = index === events.length - 1;
    if (exchange.dueCount === 0 || !atEnd || followUps === exchange.limits.followUpsPerCommandMax) continue;
    const due = nextDue(exchange);
    if (!due) continue;
    followUps += 1;
    events.push(...decideDue(exchange, due, at));
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

/** A refusal that leaves no trace: there is no key that could be repeated, or it belongs to another command. */
function refusal(rejection: Rejection): Execution {
  return { outcome: { status: 'rejected', rejection }, events: [], repeated: false };
}

function hasEnvelope(command: Command): boolean {
  if (typeof command !== 'object' || command === null) return false;
  return (
    (command.key === null || isPlainText(command.key, keyLengthMax)) && isNaturalNumber(command.acceptedAt)
  );
}

/** The first order that a command places is its first event. */
function firstOrderOf([first]: readonly ExchangeEvent[]): number {
  return first?.kind === 'OrderPlaced' ? first.order.id : 0;
}

/** Repeating one of these long after would move the money again, so their keys are never forgotten. They are a space of their own. */
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
