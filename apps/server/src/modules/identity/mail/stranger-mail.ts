import type { QueryExecutorProvider } from 'kysely';
import type { Network } from '#platform/http/address-key.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import { takeOfDay } from '../attempts/day-count.ts';

/** After so many in a day mails rest, for an hour and then for longer, and at most for a day: a link counts for two. */
const rest = { blockSecondsMin: 3_600, blockSecondsMax: 24 * 3_600, forgetSeconds: 24 * 3_600 } as const;

/** Of whoever asks: one stranger alone does not use up what an address may be sent. */
const requesterPolicy: AttemptPolicy = { scope: 'stranger:mail:requester', freeFailures: 4, ...rest };

/** Of everybody together: nobody can have a stranger's box filled. */
const addressPolicy: AttemptPolicy = { scope: 'stranger:mail:address', freeFailures: 10, ...rest };

/** Many mail servers put `theo+anything@` into the box of `theo@`. They are counted together, apart from `theo@` itself. */
const taggedPolicy: AttemptPolicy = { scope: 'stranger:mail:tagged', freeFailures: 5, ...rest };

export interface StrangersMail {
  /** Each is counted apart: links of one kind are of no use to whoever waits for another. */
  readonly kind: 'registration' | 'email_change';
  readonly email: string;
  /** Who has it sent: what the caller's address is counted under, or the account of somebody logged in. */
  readonly requester: string;
}

/**
 * Counts a mail to an address that nobody has proved to be theirs. Answers 0 when it may go out, and else the seconds
 * until another one may. While mails to the box rest, one a day may still go out for a requester that has had none sent
 * there. Whatever was counted under an address carried a link to it, and links outlive the rest: while
 * mails rest the box holds one that counts.
 */
export async function takeStrangersMail(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  { kind, email, requester }: StrangersMail,
): Promise<number> {
  const box = boxOf(email);
  const subject = `${kind}\n${box}`;
  const ofRequester = { policy: requesterPolicy, subject: `${subject}\n${requester}` };
  const taken = await takeAttempt(db, platform, ofRequester);
  if (taken.blockedSeconds > 0) return taken.blockedSeconds;
  const policy = box === email ? addressPolicy : taggedPolicy;
  const { blockedSeconds } = await takeAttempt(db, platform, { policy, subject });
  if (blockedSeconds === 0) return 0;
  const place = { scope: `${policy.scope}:newcomer`, subject, perDay: 1 };
  const isNewcomer = taken.failures === 1;
  if (isNewcomer && (await takeOfDay(db, platform, place)) !== undefined) return 0;
  // No mail goes out, so the requester has not used one up.
  await refundAttempt(db, platform, { ...ofRequester, taken });
  return blockedSeconds;
}

/** The address without its `+tag`. Only for counting: elsewhere they are two addresses. */
export function boxOf(email: string): string {
  return email.replace(/(?<=[^@])\+[^@]*(?=@[^@]*$)/, '');
}

/** Many people may share an address; none of them asks for so many. */
const mailsOfSourceMax = 100;

/**
 * Counts a mail that somebody who is not logged in has sent, under their own address.
 *
 * @throws Problem `too_many_verification_attempts` after too many in a day, to whomever.
 */
export async function countStrangersMail(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  networks: readonly Network[],
): Promise<void> {
  for (const { key, callers } of networks) {
    const counter = { scope: 'stranger:source', subject: key, perDay: mailsOfSourceMax * callers };
    if ((await takeOfDay(db, platform, counter)) === undefined) {
      throw new Problem('too_many_verification_attempts');
    }
  }
}
