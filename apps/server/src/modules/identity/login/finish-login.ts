import type { SignedIn } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { isDemoUser } from '#platform/demo/demo-users.ts';
import { Problem } from '#platform/http/problem.ts';
import { hearsOf, wantsBy } from '#platform/messages/notification-choices.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { holdsStrongFactor } from '../factors/strong-factor.ts';
import { mailUser } from '../mail/mail-user.ts';
import { loginMail } from '../mail/session-mails.ts';
import { takeMail } from '../notices/mail-budget.ts';
import { tellAccountNotice } from '../notices/notice-listener.ts';
import type { Origin } from '../origins/origin.ts';
import { openSession } from '../sessions/open-session.ts';
import { isInRecovery } from '../staff/recover-access.ts';
import { notMeLifeSeconds } from '../tokens/not-me-life.ts';
import { issueToken } from '../tokens/tokens.ts';
import { lockUser, mayLogIn, type User, updateUser } from '../users/users.ts';
import { type DeviceSeen, noteDevice } from './devices.ts';

export interface ProvedLogin {
  readonly userId: string;
  /** By what: it is kept with the event. */
  readonly method: 'password' | 'totp' | 'sms' | 'email' | 'backup' | 'passkey';
  readonly origin: Origin;
  readonly device: string | undefined;
  /** The hash that the password was compared with. One that has changed since proves nothing. */
  readonly passwordHash?: string | undefined;
}

/**
 * Opens the session of somebody who has proved everything that was asked for.
 *
 * @throws Problem `account_disabled`, `email_not_verified`, or `invalid_credentials` when the password was changed meanwhile.
 */
export async function finishLogin(
  db: QueryExecutorProvider,
  platform: Platform,
  login: ProvedLogin,
): Promise<z.infer<typeof SignedIn>> {
  const { userId, method, origin } = login;
  const user = await lockUser(db, userId);
  if (user === undefined || user.status === 'closed') throw new Problem('invalid_credentials');
  if (login.passwordHash !== undefined && login.passwordHash !== user.passwordHash) {
    throw new Problem('invalid_credentials');
  }
  refuseDisabled(platform, user);
  if (user.roles.length > 0 && (await isInRecovery(db, userId))) throw new Problem('account_disabled');
  const device = await noteDevice(db, platform, { userId, token: login.device, origin });
  const session = await openSession(db, platform, {
    user,
    origin,
    secondFactor: method !== 'password',
    deviceHash: device.hash,
    browser: device.browser,
  });
  await updateUser(db, userId, { lastLoginAt: platform.clock.now() });
  await recordSecurityEvent(db, {
    event: 'login_succeeded',
    userId,
    actorId: userId,
    origin,
    details: { method, new_device: device.isNew },
  });
  await tellOfLogin(db, platform, { user, device, origin });
  const { access, refresh } = session;
  const { email, language } = user;
  return {
    ...{ status: 'signed_in', access, refresh, device: device.token, email, language },
    set_up_factor: await missesFactor(db, platform, userId),
    choose_interface: offersInterfaces(platform, user),
  };
}

/** Whether to offer the trading interfaces: once, at the first login of a new trader. */
function offersInterfaces({ config }: Pick<Platform, 'config'>, user: User): boolean {
  const { lastLoginAt, interface: chosen, roles, email } = user;
  return lastLoginAt === null && chosen === null && roles.length === 0 && !isDemoUser(config, email);
}

/** Whether nothing will work before a factor is set up. Roles count with an app or a passkey alone; see `readSession`. */
async function missesFactor(db: QueryExecutorProvider, platform: Platform, userId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean; isStaff: boolean; isStrong: boolean }>`
    select u.second_factor as held, u.roles <> '{}' as "isStaff", ${holdsStrongFactor} as "isStrong" from users u where u.id = ${userId}
  `.execute(db);
  const [factors] = rows;
  if (!factors) return false;
  if (factors.isStaff && !platform.config.demo) return !factors.isStrong;
  return settingsOf(platform).requirements.twoFactor && !factors.held;
}

/** @throws Problem `email_not_verified` for an account whose mailbox nobody has proved yet where that is required, `account_disabled` for one that is banned. */
export function refuseDisabled(
  platform: Pick<Platform, 'database'>,
  user: Pick<User, 'status' | 'openedUnproved'>,
): void {
  const isUnproved = user.openedUnproved && settingsOf(platform).requirements.email;
  if (user.status === 'inactive' || isUnproved) throw new Problem('email_not_verified');
  if (!mayLogIn(user)) throw new Problem('account_disabled');
}

/** Whoever has the password could bury the one mail that matters under hundreds of these. */
const mailsPerDay = 10;

/** A new device or place is told of, within bounds; other logins when the owner wants to hear of them. */
async function tellOfLogin(
  db: QueryExecutorProvider,
  platform: Platform,
  { user, device, origin }: { readonly user: User; readonly device: DeviceSeen; readonly origin: Origin },
): Promise<void> {
  // The first login of all is nobody's surprise.
  const isStrange = user.lastLoginAt !== null && (device.isNew || device.isNewPlace);
  if (!isStrange && !hearsOf(user.notifications, 'login')) return;
  // Counted apart: what a known device does leaves room for the mails about strangers.
  const kind = isStrange ? 'login:new' : 'login:known';
  const allowance = await takeMail(db, platform, { user, kind, perDay: mailsPerDay });
  if (allowance === undefined) return;
  const template = isStrange ? 'security_new_login' : 'login_known';
  await tellAccountNotice(db, { userId: user.id, template });
  if (!isStrange && !wantsBy(user.notifications, 'login', 'mail')) return;
  const token = await issueToken(db, platform, {
    userId: user.id,
    purpose: 'not_me',
    lifeSeconds: notMeLifeSeconds,
    // The stranger may move the account to another address before this mail is read.
    data: { restore_email: user.email },
  });
  await mailUser(db, platform, {
    user,
    template: loginMail,
    params: { token, isKnown: !isStrange, origin, at: platform.clock.now(), ...allowance },
  });
}
