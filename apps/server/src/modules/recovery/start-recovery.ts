import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { voidProposalsOf } from '#modules/approvals/index.ts';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  findUserByEmail,
  hashPassword,
  knownAs,
  lockUser,
  removeAccess,
  type User,
} from '#modules/identity/index.ts';
import { restPayouts } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { issueLink } from './recovery-links.ts';
import { tellStaff } from './recovery-mail.ts';

type Needs = Pick<Platform, 'database' | 'clock' | 'config' | 'messages'>;

export interface StartedRecovery {
  readonly username: string;
  /** It holds the token and cannot be shown again. */
  readonly link: string;
  readonly expiresAt: Date;
  readonly sessions: number;
  readonly proposals: number;
  readonly staffTold: number;
  readonly payoutsRestUntil: Date;
}

/**
 * Starts the recovery of a staff account whose authenticator or mailbox is lost. Everything by which the account was entered ends, its open proposals and votes
 * become void, payouts rest for 24 hours, and all staff are told, in one transaction. Until the link is used, the account cannot log in.
 *
 * @throws StartupError for a name that is no active member of staff.
 */
export async function startRecovery(platform: Needs, name: string): Promise<StartedRecovery> {
  const { database, clock, config } = platform;
  // No password has this hash.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), knownAs('recovery'));
  return database.kysely.transaction().execute(async (transaction) => {
    const now = clock.now();
    const user = await requireStaff(transaction, name);
    const { id: userId, username } = user;
    const { token, expiresAt } = await issueLink(transaction, { userId, now });
    const { sessions, factors } = await removeAccess(transaction, platform, { userId, passwordHash });
    const payoutsRestUntil = await restPayouts(transaction, platform, { cause: 'recovery_begun', userId });
    const news = { step: 'begun', name: username, payoutsRestUntil } as const;
    const staffTold = await tellStaff(transaction, platform, news);
    const proposals = await voidProposalsOf(transaction, platform, userId);
    // The log names an account as the actor of each row. This one was done on the machine, as the action says.
    await recordStaffAction(transaction, platform, {
      ...{ action: 'recovery_started_on_machine', actorId: userId, subjectId: userId },
      ...{ origin: null, reason: null, before: { factors, sessions } },
      after: { voided_proposals: proposals, payouts_rest_until: payoutsRestUntil.toISOString() },
    });
    const link = `${config.publicUrl}/admin/recover#${token}`;
    return { username, link, expiresAt, sessions, proposals, staffTold, payoutsRestUntil };
  });
}

async function requireStaff(transaction: QueryExecutorProvider, name: string): Promise<User> {
  const id = name.includes('@')
    ? (await findUserByEmail(transaction, name))?.id
    : (
        await sql<{ id: string }>`
          select id from users where lower(username) = lower(${name}) and status <> 'closed'
        `.execute(transaction)
      ).rows[0]?.id;
  const user = id === undefined ? undefined : await lockUser(transaction, id);
  if (!user) throw new StartupError(`There is no account "${name}". Give the user name or the mail address.`);
  if (user.roles.length === 0)
    throw new StartupError(`${user.username} has no role. Two members of staff recover accounts of users.`);
  if (user.status !== 'active')
    throw new StartupError(
      `The account ${user.username} is ${user.status}. An administrator makes it active first, in the back office.`,
    );
  return user;
}
