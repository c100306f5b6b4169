import type { Withdrawal } from '@emporion/contracts/rest';

type Stage = Withdrawal['stage'];

export type Milestone =
  | 'code'
  | 'link'
  | 'review'
  | 'sending'
  | 'network'
  | 'completed'
  | 'cancelled'
  | 'rejected'
  | 'failed';

export interface TimelineEntry {
  readonly name: Milestone;
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

/** Where a withdrawal stands. */
export function milestone({ stage, reason }: Pick<Withdrawal, 'stage' | 'reason'>): Milestone {
  return stage === 'requested' && reason === 'link' ? 'link' : milestoneOf[stage];
}

/**
 * The way of a withdrawal that has not ended otherwise, with the present milestone strong. The review stands in it for whoever is held, and the network for
 * what leaves the exchange.
 */
export function timelineOf(
  withdrawal: Pick<Withdrawal, 'stage' | 'reason' | 'internal'>,
): readonly TimelineEntry[] {
  const now = milestone(withdrawal);
  const way: readonly Milestone[] = [
    'code',
    'link',
    ...(now === 'review' ? (['review'] as const) : []),
    ...(withdrawal.internal ? [] : (['sending', 'network'] as const)),
    'completed',
  ];
  const at = way.indexOf(now === 'sending' && withdrawal.internal ? 'completed' : now);
  return way.map((name, index) => {
    if (now === 'completed' || index < at) return { name, state: 'done' };
    return { name, state: index === at ? 'current' : 'ahead' };
  });
}
