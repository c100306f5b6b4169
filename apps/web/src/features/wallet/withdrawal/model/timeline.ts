import type { Withdrawal } from '@emporion/contracts/rest';

type Stage = Withdrawal['stage'];

export type Milestone =
  | 'code'
  /** One mail with a code and a link. */
  | 'mail'
  | 'link'
  | 'review'
  | 'sending'
  | 'network'
  | 'completed'
  | 'cancelled'
  | 'rejected'
  | 'failed';

/** The proofs of the owner are one station, however many the account gives. */
type Station = Exclude<Milestone, 'code' | 'mail' | 'link'> | 'confirm';

export interface TimelineEntry {
  readonly name: Station;
  readonly state: 'done' | 'current' | 'ahead';
}

const milestoneOf: Readonly<Record<Stage, Milestone>> = {
  requested: 'code',
  confirmed: 'sending',
  held: 'review',
  queued: 'sending',
  built: 'sending',
  signed: 'sending',
  broadcast: 'network',
  replaced: 'network',
  confirming: 'network',
  completed: 'completed',
  cancelled: 'cancelled',
  rejected: 'rejected',
  failed: 'failed',
};

type Standing = Pick<Withdrawal, 'stage' | 'reason'> & Partial<Pick<Withdrawal, 'confirmation'>>;

/** Where a withdrawal stands. */
export function milestone({ stage, reason, confirmation }: Standing): Milestone {
  if (stage !== 'requested') return milestoneOf[stage];
  if (reason === 'link') return 'link';
  return confirmation?.one_mail ? 'mail' : 'code';
}

function stationOf(now: Milestone, internal: boolean): Station {
  if (now === 'code' || now === 'mail' || now === 'link') return 'confirm';
  return now === 'sending' && internal ? 'completed' : now;
}

/**
 * The way of a withdrawal that has not ended otherwise, with the present station strong. The review stands in it for whoever is held, and the network for
 * what leaves the exchange.
 */
export function timelineOf(
  withdrawal: Pick<Withdrawal, 'stage' | 'reason' | 'internal'>,
): readonly TimelineEntry[] {
  const now = milestone(withdrawal);
  const way: readonly Station[] = [
    'confirm',
    ...(now === 'review' ? (['review'] as const) : []),
    ...(withdrawal.internal ? [] : (['sending', 'network'] as const)),
    'completed',
  ];
  const at = way.indexOf(stationOf(now, withdrawal.internal));
  return way.map((name, index) => {
    if (now === 'completed' || index < at) return { name, state: 'done' };
    return { name, state: index === at ? 'current' : 'ahead' };
  });
}
