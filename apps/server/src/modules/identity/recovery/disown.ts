import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { forgetDevices } from '../login/devices.ts';
import { emailRestoredMail } from '../mail/email-change.ts';
import { mailUser } from '../mail/mail-user.ts';
import { disownedMail } from '../mail/session-mails.ts';
import { tellAccountNotice } from '../notices/notice-listener.ts';
import type { Origin } from '../origins/origin.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { freezePayouts } from '../sessions/freeze-payouts.ts';
import type { AccountHooks } from '../settings/account-hooks.ts';
import { restoreEmail } from '../settings/restore-email.ts';
import { notMeLifeSeconds } from '../tokens/not-me-life.ts';
import { spendWithOwner } from '../tokens/spend-with-owner.ts';
import { issueToken, revokeLaterTokens, revokeTokens } from '../tokens/tokens.ts';
import { requireUser } from '../users/require-user.ts';
import { type RemovedFactor, removeRecentFactors } from './remove-recent-factors.ts';
import { resetLifeSeconds } from './request-reset.ts';

/**
 * Whoever holds a mailbox alone could take young factors off by an old link, or the account from the address that it has
 * now; the owner has so long to notice.
 */
const freezeHoursLong = 72;

interface DisownRequest {
  readonly token: string;
  readonly origin: Origin;
  readonly hooks: AccountHooks;
}

export interface Disowned {
  readonly userId: string;
  readonly frozenUntil: Date;
  readonly removed: readonly RemovedFactor[];
}

/**
 * The owner says that a login was somebody else's: all sessions end, payouts freeze, what was added for as long as the
 * link could be used is removed, and a mail has the link to a new password, for the old one is known to a stranger.
 *
 * @throws Problem `invalid_token`.
 */
export async function disown(platform: Platform, { token, origin, hooks }: DisownRequest): Promise<Disowned> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const spent = await spendWithOwner(transaction, platform, { token, purpose: 'not_me' });
    if (spent === undefined) throw new Problem('invalid_token');
    // Whoever reads the mail is who it was written to: the account goes back there, so that what follows reaches its owner.
    const isMovedBack = await restoreEmail(transaction, { token: spent.token, origin });
    const user = await requireUser(transaction, spent.user.id);
    const { id: userId } = user;
    await endSessions(transaction, platform, { userId, by: 'security' });
    await revokeTokens(transaction, platform, { userId, keep: ['not_me'] });
    // Older links stay: whoever moved the account to another mailbox is sent links too, but none from before the move.
    await revokeLaterTokens(transaction, platform, { userId, purpose: 'not_me', than: spent.token });
    await forgetDevices(transaction, userId);
    const since = new Date(platform.clock.now().getTime() - notMeLifeSeconds * 1_000);
    const removed = await removeRecentFactors(transaction, { userId, since });
    await hooks.removeAddedTo(transaction, { userId, since });
    const hours = isMovedBack || removed.length > 0 ? freezeHoursLong : undefined;
    const frozenUntil = await freezePayouts(transaction, platform, userId, hours);
    const details = { factors_removed: removed.join(', ') };
    await recordSecurityEvent(transaction, { event: 'login_disowned', userId, origin, details });
    const reset = await issueToken(transaction, platform, {
      userId,
      purpose: 'password_reset',
      lifeSeconds: resetLifeSeconds,
    });
    await mailUser(transaction, platform, {
      user,
      template: disownedMail,
      params: { userId, token: reset, frozenUntil, removed },
    });
    await tellAccountNotice(transaction, { userId, template: 'security_secured' });
    if (isMovedBack) {
      await mailUser(transaction, platform, {
        user: { ...user, email: spent.user.email },
        template: emailRestoredMail,
        params: { frozenUntil },
      });
    }
    return { userId, frozenUntil, removed };
  });
}
