import { z } from 'zod';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, takeAttempt } from '../attempts/attempts.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { spendCaptcha } from '../captcha/captcha.ts';
import { mailUser } from '../mail/mail-user.ts';
import { resetMail } from '../mail/password-mails.ts';
import { refuseUnmailable } from '../mail/refuse-unmailable.ts';
import { unknownDevice } from '../origins/device-name.ts';
import type { Origin } from '../origins/origin.ts';
import { issueToken } from '../tokens/tokens.ts';
import { findUserByEmail } from '../users/users.ts';

export const resetJob = 'identity.reset-mail';
export const resetLifeSeconds = 3_600;

/** What was queued before it had an origin is done as well. */
const Payload = z.object({
  email: z.string(),
  address: z.string().default(''),
  place: z.string().nullable().default(null),
  device: z.string().default(unknownDevice),
});

/**
 * Nobody can have a stranger's box filled with these. Nor can a stranger keep the owner from a link: mails stop for no
 * longer than a link counts, so while they do the newest one in the box is still good.
 */
export const mailPolicy: AttemptPolicy = {
  scope: 'reset:mail',
  freeFailures: 5,
  blockSecondsMin: 600,
  blockSecondsMax: resetLifeSeconds,
  forgetSeconds: 24 * 3_600,
};

/**
 * Takes the wish for a new password. Whether the address has an account is looked at after the answer, so that neither
 * the answer nor its time tells.
 *
 * @throws Problem `unprocessable_entity` or `wrong_captcha`.
 */
export async function requestReset(
  platform: Platform,
  {
    email,
    captcha,
    origin,
  }: { readonly email: string; readonly captcha: string | undefined; readonly origin: Origin },
): Promise<void> {
  refuseUnmailable(email);
  const db = platform.database.kysely;
  await spendCaptcha(db, platform, { captcha, action: 'reset' });
  const { address, place, device } = origin;
  await platform.jobs.add(resetJob, { email, address, place, device }, { attemptsMax: 5, isAwaited: true });
}

/** Sends the link, when the address has an account. */
export const sendResetMail: JobHandler = async (payload, { platform }) => {
  const { email, ...origin } = Payload.parse(payload);
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user === undefined) return;
    const { blockedSeconds } = await takeAttempt(transaction, platform, {
      policy: mailPolicy,
      subject: user.email,
    });
    if (blockedSeconds > 0) return;
    const { id: userId } = user;
    const token = await issueToken(transaction, platform, {
      userId,
      purpose: 'password_reset',
      lifeSeconds: resetLifeSeconds,
    });
    await recordSecurityEvent(transaction, { event: 'password_reset_requested', userId, origin });
    const params = { userId, token, minutes: resetLifeSeconds / 60 };
    await mailUser(transaction, platform, { user, template: resetMail, params });
  });
};
