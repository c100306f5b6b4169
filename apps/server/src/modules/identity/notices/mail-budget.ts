import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, takeAttempt } from '../attempts/attempts.ts';
import type { User } from '../users/users.ts';

const dayMs = 86_400_000;

export interface MailOfKind {
  readonly user: Pick<User, 'id' | 'email'>;
  /** Counted apart, so that none of one kind can be kept back by having many of another sent. */
  readonly kind: string;
  readonly perDay: number;
}

export interface MailAllowance {
  /** Set for the last one of a day: before then no more of this kind go out, and it has to say so. */
  readonly quietUntil: Date | undefined;
}

/**
 * Counts a mail about what happened to an account; undefined when the day's mails of this kind are used up. Whoever has
 * the password could else fill the owner's box without end. Counted per box too: what goes to a thief's takes nothing
 * from the owner's.
 */
export async function takeMail(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, kind, perDay }: MailOfKind,
): Promise<MailAllowance | undefined> {
  const day = Math.floor(platform.clock.now().getTime() / dayMs);
  const { failures, blockedSeconds } = await takeAttempt(db, platform, {
    policy: { ...policy, freeFailures: perDay },
    subject: `${user.id} ${user.email} ${kind} ${day}`,
  });
  if (blockedSeconds > 0) return undefined;
  return { quietUntil: failures >= perDay ? new Date((day + 1) * dayMs) : undefined };
}

/** Each day has a counter of its own, so what is used up stays so. */
const policy: Omit<AttemptPolicy, 'freeFailures'> = {
  scope: 'owner:mail',
  blockSecondsMin: dayMs / 1_000,
  blockSecondsMax: dayMs / 1_000,
  forgetSeconds: dayMs / 1_000,
};
