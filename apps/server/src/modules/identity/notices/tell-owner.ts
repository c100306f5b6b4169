import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { mailUser } from '../mail/mail-user.ts';
import { type NoticeEvent, securityNoticeMail } from '../mail/security-notice.ts';
import type { Origin } from '../origins/origin.ts';
import { notMeLifeSeconds } from '../tokens/not-me-life.ts';
import { issueToken } from '../tokens/tokens.ts';
import type { User } from '../users/users.ts';
import { takeMail } from './mail-budget.ts';
import { tellAccountNotice } from './notice-listener.ts';

export interface OwnerNotice {
  /** As the account was before the change: the mail goes to the address that it had. */
  readonly user: User;
  readonly origin: Origin;
  readonly notice: NoticeEvent;
  readonly sessionsEnded?: boolean;
  readonly payoutsFrozenUntil?: Date | undefined;
  /** Another address that hears of it, such as the new one after a change. */
  readonly copyTo?: string | undefined;
}

/** Of each kind of change: the first of every kind always comes. */
const mailsPerDay = 5;

/** Tells the owner what happened, with the link that says it was somebody else, within bounds. */
export async function tellOwner(
  db: QueryExecutorProvider,
  platform: Platform,
  notice: OwnerNotice,
): Promise<void> {
  const { user, origin, sessionsEnded = false, payoutsFrozenUntil, copyTo } = notice;
  const allowance = await takeMail(db, platform, { user, kind: notice.notice, perDay: mailsPerDay });
  if (allowance === undefined) return;
  const params = {
    event: notice.notice,
    name: user.firstName,
    at: platform.clock.now(),
    origin,
    sessionsEnded,
    payoutsFrozenUntil,
    ...allowance,
  };
  // A closed account has no sessions left to end.
  const notMeToken = notice.notice === 'closed' ? undefined : await issueNotMe(db, platform, user);
  await mailUser(db, platform, { user, template: securityNoticeMail, params: { ...params, notMeToken } });
  await tellAccountNotice(db, { userId: user.id, template: 'security_changed', event: notice.notice });
  if (copyTo === undefined) return;
  // Without the link: if it was somebody else, this address is theirs.
  await mailUser(db, platform, { user: { ...user, email: copyTo }, template: securityNoticeMail, params });
}

/** What the link has by which the reader of a mail says that it was somebody else. */
export async function issueNotMe(
  db: QueryExecutorProvider,
  platform: Platform,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
): Promise<string> {
  // Whoever did it may move the account to another address before this mail is read.
  const data = { restore_email: email };
  return issueToken(db, platform, { userId, purpose: 'not_me', lifeSeconds: notMeLifeSeconds, data });
}
