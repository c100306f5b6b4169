import { randomInt, timingSafeEqual } from 'node:crypto';
import { type CodeSent, codeLifeSeconds, codeResendSeconds } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import { canDeliver } from '#platform/messages/delivery/delivery-state.ts';
import type { Platform } from '#platform/platform.ts';
import { type CodeFacts, codeMail, codeSms } from '../mail/code-messages.ts';
import { lockUser } from '../users/users.ts';
import { alreadySentProblem } from './already-sent.ts';
import type { CodeVerdict } from './check-code.ts';
import { codeHash } from './code-hash.ts';
import { maskedEmail, maskedPhone } from './masked.ts';
import { type CodeAsker, countSend, forgetSends, inSession } from './send-budget.ts';

/** Who a code is sent to. */
export interface CodeRecipient {
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  readonly antiPhishingPhrase: string | null;
}

export interface CodeToSend {
  readonly user: CodeRecipient;
  readonly method: 'sms' | 'email';
  readonly purpose: string;
  /** What the message says besides. */
  readonly facts?: CodeFacts | undefined;
  /** Words without which the code is wrong. */
  readonly boundTo?: string | undefined;
  /** Writes the mail instead of the usual one, for a code that shares its mail with something else. */
  readonly mail?: ((code: string) => Promise<void>) | undefined;
  /** An open session where nothing else is said. */
  readonly asker?: CodeAsker | undefined;
}

/** Wrong codes after which a sent one is dead, whatever comes next. */
const attemptsMax = 5;

/**
 * Sends six digits; a code that was sent before for the same purpose counts no more. Whether the account has the
 * method switched on is for the caller to ask.
 *
 * @throws Problem `already_sent` within a minute of the last one if that was not used, `too_many_verification_attempts` after too many
 * unused ones, `phone_not_verified` when there is no number to send to, `email_service_error` and `sms_service_error` while no
 * message of the kind can be delivered: the code would be over before it arrives.
 */
export async function sendCode(
  transaction: Transaction<unknown>,
  platform: Platform,
  { user, method, purpose, facts, boundTo, mail, asker = inSession }: CodeToSend,
): Promise<z.infer<typeof CodeSent>> {
  const target = method === 'sms' ? user.phone : user.email;
  if (target === null) throw new Problem('phone_not_verified');
  refuseUnsendable(platform, method);
  await lockUser(transaction, user.id);
  const now = platform.clock.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = codeHash(platform.config, { userId: user.id, purpose: boundPurpose(purpose, boundTo), code });
  const { rows } = await sql`
    insert into sent_codes as sent (user_id, purpose, channel, target, code_hash, sent_at, expires_at)
    values (${user.id}, ${purpose}, ${method}, ${target}, ${hash}, ${now}, ${after(now, codeLifeSeconds)})
    on conflict (user_id, purpose) do update set
      replaced_hash = case when sent.used_at is null then sent.code_hash end,
      channel = excluded.channel, target = excluded.target, code_hash = excluded.code_hash, attempts = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
    where sent.used_at is not null or sent.sent_at <= ${after(now, -codeResendSeconds)}
    returning 1
  `.execute(transaction);
  if (rows.length === 0) throw await alreadySent(transaction, { userId: user.id, purpose, now });
  await countSend(transaction, platform, user.id, asker);
  if (mail === undefined)
    await deliver(transaction, platform, { user, method, target, purpose, facts, code });
  else await mail(code);
  return {
    target: method === 'sms' ? maskedPhone(target) : maskedEmail(target),
    resend_after: codeResendSeconds,
    expires_in: codeLifeSeconds,
  };
}

/** Refuses for everyone alike, by how the last deliveries of any message went. */
function refuseUnsendable(platform: Platform, method: 'sms' | 'email'): void {
  if (canDeliver(platform, method === 'sms' ? 'sms' : 'mail')) return;
  throw new Problem(method === 'sms' ? 'sms_service_error' : 'email_service_error', {
    retryAfterSeconds: 60,
  });
}

/** The row cannot go meanwhile: the account is locked. */
async function alreadySent(
  db: QueryExecutorProvider,
  { userId, purpose, now }: { readonly userId: string; readonly purpose: string; readonly now: Date },
): Promise<Problem> {
  const { rows } = await sql<{ sentAt: Date }>`
    select sent_at as "sentAt" from sent_codes where user_id = ${userId} and purpose = ${purpose}
  `.execute(db);
  return alreadySentProblem({ sentAt: rows[0]?.sentAt ?? now, now });
}

async function deliver(
  transaction: Transaction<unknown>,
  { messages }: Platform,
  letter: Omit<CodeToSend, 'asker' | 'boundTo' | 'mail'> & { target: string; code: string },
): Promise<void> {
  const { user, method, target: to, purpose, facts, code } = letter;
  const { language } = user;
  const params = { code, purpose, facts, minutes: codeLifeSeconds / 60 };
  if (method === 'sms') {
    await messages.sendSms({ to, language, template: codeSms, params }, { transaction });
    return;
  }
  const phrase = user.antiPhishingPhrase;
  await messages.sendMail(
    { to, language, template: codeMail, params, ...(phrase !== null && { antiPhishingPhrase: phrase }) },
    { transaction },
  );
}

export interface SentCodeGiven {
  readonly userId: string;
  readonly method: 'sms' | 'email';
  readonly purpose: string;
  readonly code: string;
  /** The words of what is confirmed now. A code that was sent for others is wrong; one that was sent for none is right. */
  readonly boundTo?: string | undefined;
  /** Who had it sent and may have others sent now that it is used. Undefined: a stranger until now. */
  readonly asker: CodeAsker | undefined;
}

interface SentCode {
  readonly target: string;
  readonly code_hash: Buffer;
  readonly replaced_hash: Buffer | null;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** Compares and spends a sent code. The target tells where it had gone, for the number that it then verifies. */
export async function checkSentCode(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, method, purpose, code, boundTo, asker }: SentCodeGiven,
): Promise<{ verdict: CodeVerdict; target?: string }> {
  const now = platform.clock.now();
  const { rows } = await sql<SentCode>`
    select target, code_hash, replaced_hash, attempts, expires_at, used_at from sent_codes
    where user_id = ${userId} and purpose = ${purpose} and channel = ${method}
    for update
  `.execute(db);
  const sent = rows[0];
  if (!sent) return { verdict: 'wrong' };
  if (sent.attempts >= attemptsMax) return { verdict: 'exhausted' };
  // Nothing that is typed could be right any more, so nothing is compared and nothing can be learned.
  if (sent.used_at === null && sent.expires_at <= now) return { verdict: 'expired' };
  const typed = [undefined, boundTo].map((words) =>
    codeHash(platform.config, { userId, purpose: boundPurpose(purpose, words), code }),
  );
  const isOneOf = (hash: Buffer) => typed.some((one) => timingSafeEqual(one, hash));
  if (!isOneOf(sent.code_hash)) {
    if (sent.replaced_hash !== null && isOneOf(sent.replaced_hash)) return { verdict: 'replaced' };
    await sql`
      update sent_codes set attempts = attempts + 1 where user_id = ${userId} and purpose = ${purpose}
    `.execute(db);
    return { verdict: 'wrong' };
  }
  if (sent.used_at !== null) return { verdict: 'used' };
  await sql`
    update sent_codes set used_at = ${now} where user_id = ${userId} and purpose = ${purpose}
  `.execute(db);
  if (asker !== undefined) await forgetSends(db, platform, { userId, asker });
  return { verdict: 'right', target: sent.target };
}

/**
 * Spends a code without its digits: what it was for is done, by a stronger proof from the same message. The next
 * code can be sent at once. A code that was never sent is left alone.
 */
export async function spendSentCode(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, purpose }: { readonly userId: string; readonly purpose: string },
): Promise<void> {
  const { rows } = await sql`
    update sent_codes set used_at = ${platform.clock.now()}
    where user_id = ${userId} and purpose = ${purpose} and used_at is null
    returning 1
  `.execute(db);
  if (rows.length > 0) await forgetSends(db, platform, { userId, asker: inSession });
}

/**
 * Ends a code whose purpose is gone, if it was sent before that: the next one can be sent at once. It counts as sent
 * and not used, so that asking and calling off in turns has no more messages sent than asking alone.
 */
export async function endSentCode(
  db: QueryExecutorProvider,
  { userId, purpose, sentBefore }: { userId: string; purpose: string; sentBefore: Date },
): Promise<void> {
  await sql`
    update sent_codes set used_at = ${sentBefore}
    where user_id = ${userId} and purpose = ${purpose} and used_at is null and sent_at <= ${sentBefore}
  `.execute(db);
}

function boundPurpose(purpose: string, words: string | undefined): string {
  return words === undefined ? purpose : `${purpose}\n${words}`;
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000);
}
