import type {
  AccountChanged,
  CodeEnded,
  CodeLocked,
  CommandAccepted,
  CommandRejected,
  ExchangeEvent,
  MoneyMoved,
  MoneyWords,
  WithdrawalEnded,
  WithdrawalHeld,
} from '@emporion/core';
import type { Shape } from './event-shapes.ts';

type Without<Event, Fields extends keyof Event> = Shape<Omit<Event, Fields>>;

/** What has other fields today, as payloads of versions 1 and 2 have it: before bookings, freezes by the core, and words beside the money. */
export const formerEventShapes: {
  readonly CommandAccepted: Without<CommandAccepted, 'booking'>;
  readonly CommandRejected: Without<CommandRejected, 'booking'>;
  readonly AccountChanged: Without<AccountChanged, 'frozenByOwner' | 'limits'>;
  readonly MoneyMoved: Without<MoneyMoved, keyof MoneyWords>;
  readonly WithdrawalHeld: Without<WithdrawalHeld, keyof MoneyWords | 'network'>;
  readonly WithdrawalEnded: Without<WithdrawalEnded, keyof MoneyWords>;
  readonly CodeLocked: Without<CodeLocked, keyof MoneyWords>;
  readonly CodeEnded: Without<CodeEnded, keyof MoneyWords>;
} = {
  CommandAccepted: {
    sequence: 'plain',
    key: 'plain',
    digest: 'plain',
    keep: 'plain',
    orderId: 'plain',
    acceptedAt: 'plain',
  },
  CommandRejected: {
    sequence: 'plain',
    key: 'plain',
    digest: 'plain',
    rejection: 'plain',
    acceptedAt: 'plain',
  },
  AccountChanged: { account: 'plain', tradingEnabled: 'plain', withdrawalEnabled: 'plain', tier: 'plain' },
  MoneyMoved: { cause: 'plain', postings: 'postings' },
  WithdrawalHeld: {
    withdrawalId: 'plain',
    account: 'plain',
    coin: 'plain',
    amount: 'amount',
    fee: 'amount',
    postings: 'postings',
  },
  WithdrawalEnded: { withdrawalId: 'plain', how: 'plain', postings: 'postings' },
  CodeLocked: { codeId: 'plain', account: 'plain', coin: 'plain', amount: 'amount', postings: 'postings' },
  CodeEnded: { codeId: 'plain', how: 'plain', account: 'plain', postings: 'postings' },
};

const noWords: MoneyWords = { reference: '', actor: '', reason: '' };

/** The fields that today's events have and former ones lack. They say that there was no such thing, so that a replay does what it did. */
const lacking: Readonly<Record<keyof typeof formerEventShapes, object>> = {
  CommandAccepted: { booking: null },
  CommandRejected: { booking: null },
  AccountChanged: { frozenByOwner: false, limits: null },
  MoneyMoved: noWords,
  WithdrawalHeld: { network: '', ...noWords },
  WithdrawalEnded: noWords,
  CodeLocked: noWords,
  CodeEnded: noWords,
};

/** A former event as one of today. */
export function liftFormerEvent(event: object & { readonly kind: string }): ExchangeEvent {
  const missing = (lacking as Readonly<Record<string, object>>)[event.kind];
  return (missing ? { ...event, ...missing } : event) as ExchangeEvent;
}
