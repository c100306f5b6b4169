import { settingsEndpoints } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { storedFromSwitches } from '#platform/messages/notification-choices.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { type AttemptPolicy, takeAttempt } from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { originOf } from '../origins/origin.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { isReservedForAnother, reserveReleased } from '../users/released-usernames.ts';
import { requireUser } from '../users/require-user.ts';
import { looksLikeStaff } from '../users/reserved-usernames.ts';
import { findUser, type User, type UserPatch, updateUser } from '../users/users.ts';
import { isTaken } from './is-taken.ts';
import { settingsAnswerOf } from './settings-answer.ts';

type Change = z.output<typeof settingsEndpoints.change.body>;

/** Each change of a name stays in the audit log for good, so there are so many in a day. */
const renamePolicy: AttemptPolicy = {
  scope: 'renames',
  freeFailures: 10,
  blockSecondsMin: 86_400,
  blockSecondsMax: 86_400,
  forgetSeconds: 86_400,
};

/** Enough to find a name that is free, too few to learn which names there are. */
const refusedPolicy: AttemptPolicy = {
  scope: 'renames:refused',
  freeFailures: 20,
  blockSecondsMin: 3_600,
  blockSecondsMax: 3_600,
  forgetSeconds: 3_600,
};

export function addProfileRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;

  serveEndpoint(app, settingsEndpoints.read, async ({ caller }) => {
    const user = await findUser(database.kysely, caller.userId);
    if (!user) throw new Problem('token_not_valid');
    return settingsAnswerOf(user, clock.now());
  });

  serveEndpoint(app, settingsEndpoints.change, async ({ caller: { userId }, body, request }) => {
    try {
      return await accountTransaction(platform, { userId }, async (transaction) => {
        const before = await requireUser(transaction, userId);
        const patch = patchOf(body, before);
        refuseStaffName(platform, patch.username, before.username);
        refuseOtherName(patch, before);
        await updateUser(transaction, userId, patch);
        if (patch.username !== undefined && patch.username !== before.username)
          await takeOver(transaction, {
            userId,
            from: before.username,
            to: patch.username,
            now: clock.now(),
          });
        // The log only grows, so a name that stays as it was is not written down.
        const renamed = Object.entries(names).filter(
          ([, name]) => patch[name] !== undefined && patch[name] !== before[name],
        );
        if (renamed.length > 0) {
          await countRename(transaction, platform, { userId, policy: renamePolicy });
          const details = { fields: renamed.map(([field]) => field).join(', ') };
          const event = 'profile_changed';
          const origin = originOf(request);
          await recordSecurityEvent(transaction, { event, userId, actorId: userId, origin, details });
        }
        return settingsAnswerOf(await requireUser(transaction, userId), clock.now());
      });
    } catch (error) {
      const isRefused =
        error instanceof ReservedName ||
        isTaken(error, 'users_by_username') ||
        isTaken(error, 'users_by_username_skeleton');
      if (!isRefused) throw error;
      await countRename(database.kysely, platform, { userId, policy: refusedPolicy });
      throw usernameTaken();
    }
  });
}

class ReservedName extends Error {}

/** The name that is given up stays its owner's for a while. @throws ReservedName when the new one is somebody else's so. */
async function takeOver(
  db: QueryExecutorProvider,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<void> {
  if (await isReservedForAnother(db, { userId, username: to, now })) throw new ReservedName();
  await reserveReleased(db, { userId, username: from, now });
}

function usernameTaken(): Problem {
  return new Problem('username_taken', { fields: { username: { code: 'username_taken' } } });
}

/** Whoever has such a name from before may keep it. */
function refuseStaffName(platform: Platform, username: string | undefined, before: string): void {
  const { name } = settingsOf(platform);
  if (username !== undefined && username !== before && looksLikeStaff(username, name)) throw usernameTaken();
}

/** Bank accounts are compared with the name of whoever is verified: it is the one that was proved. @throws Problem name_verified. */
function refuseOtherName(patch: UserPatch, before: User): void {
  if (before.kycState !== 'approved') return;
  const changed = Object.entries({ first_name: 'firstName', last_name: 'lastName' } as const).filter(
    ([, name]) => patch[name] !== undefined && patch[name] !== before[name],
  );
  if (changed.length === 0) return;
  const fields = Object.fromEntries(changed.map(([field]) => [field, { code: 'name_verified' as const }]));
  throw new Problem('name_verified', { fields });
}

async function countRename(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, policy }: { readonly userId: string; readonly policy: AttemptPolicy },
): Promise<void> {
  const { blockedSeconds } = await takeAttempt(db, platform, { policy, subject: userId });
  if (blockedSeconds > 0) throw new Problem('too_many_requests', { retryAfterSeconds: blockedSeconds });
}

const names = { first_name: 'firstName', last_name: 'lastName', username: 'username' } as const;

function patchOf(change: Change, before: Pick<User, 'notifications'>): UserPatch {
  const patch: { -readonly [Name in keyof UserPatch]: UserPatch[Name] } = {};
  if (change.first_name !== undefined) patch.firstName = change.first_name;
  if (change.last_name !== undefined) patch.lastName = change.last_name;
  if (change.username !== undefined) patch.username = change.username;
  if (change.language !== undefined) patch.language = change.language;
  if (change.interface !== undefined) patch.interface = change.interface;
  if (change.auto_logout_timeout !== undefined) patch.autoLogoutSeconds = change.auto_logout_timeout;
  if (change.preferences !== undefined) patch.preferences = given(change.preferences);
  if (change.notifications !== undefined)
    patch.notifications = storedFromSwitches(change.notifications, before.notifications);
  return patch;
}

/** Without what was not named: it stays as it is. */
function given<Choices extends object>(
  choices: Choices,
): { [Name in keyof Choices]?: NonNullable<Choices[Name]> } {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Choices]?: NonNullable<Choices[Name]>;
  };
}
