import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { takeOfDay } from '../attempts/day-count.ts';
import type { User } from '../users/users.ts';

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
  const counted = await takeOfDay(db, platform, {
    scope: 'owner:mail',
    subject: `${user.id} ${user.email} ${kind}`,
    perDay,
  });
  return counted && { quietUntil: counted.isLast ? counted.dayEnds : undefined };
}
