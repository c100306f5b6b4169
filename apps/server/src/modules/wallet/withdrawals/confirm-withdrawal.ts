import { createHash, randomBytes } from 'node:crypto';
import type { Confirmation } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import {
  mailUser,
  type Origin,
  recordSecurityEvent,
  requireConfirmation,
  type User,
} from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { callOff } from './call-off.ts';
import { readPolicy, reasonToHold } from './policy.ts';
import { changeWithdrawal, findByLink, lockWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';
import { confirmWithdrawalMail } from './withdrawal-mails.ts';

export interface GivenCode {
  readonly userId: string;
  readonly id: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/**
 * The first half of a confirmation: the code of a second factor, or one that was sent. It is spent in the transaction in which the mail with the link is
 * written. Too many wrong ones end the request.
 *
 * @throws Problem transaction_not_found, and those of `requireConfirmation`.
 */
export async function confirmByCode(platform: Platform, given: GivenCode): Promise<Withdrawal> {
  const { userId, id, confirmation, origin } = given;
  const { kysely } = platform.database;
  await requireOpen(platform, { userId, id });
  try {
    return await requireConfirmation(
      platform,
      { userId, action: 'withdrawal', confirmation, origin },
      (transaction, user) => sendLink(platform, transaction, { user, id, origin }),
    );
  } catch (error) {
    if (error instanceof Problem && error.code === 'two_factor_invalid')
      await countWrongCode(platform, kysely, id);
    throw error;
  }
}

/** @throws Problem transaction_not_found, also for somebody else's; withdrawal_already_confirmed when it waits for no code. */
async function requireOpen(
  { database }: Platform,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`
    select status = 'requested' and code_confirmed_at is null as waits from withdrawals
    where id = ${id} and user_id = ${userId}
  `.execute(database.kysely);
  if (!rows[0]) throw new Problem('transaction_not_found');
  if (!rows[0].waits) throw new Problem('withdrawal_already_confirmed');
}

async function sendLink(
  platform: Platform,
  transaction: Transaction<unknown>,
  { user, id, origin }: { user: User; id: string; origin: Origin },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(transaction, id);
  if (withdrawal?.status !== 'requested' || withdrawal.codeConfirmedAt !== null)
    throw new Problem('withdrawal_already_confirmed');
  const { linkMinutes } = await readPolicy(transaction);
  const token = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  const expires = new Date(now.getTime() + linkMinutes * 60_000);
  await sql`
    update withdrawals set code_confirmed_at = ${now}, link_hash = ${hashOf(token)}, link_expires_at = ${expires},
      waits_for = 'mail_link'
    where id = ${id}
  `.execute(transaction);
  const { networks } = await readNetworks(platform);
  const network = networks.get(withdrawal.network)?.name ?? withdrawal.network;
  await mailUser(transaction, platform, {
    user,
    template: confirmWithdrawalMail,
    params: { withdrawal, network, token, minutes: linkMinutes },
  });
  await recordSecurityEvent(transaction, {
    event: 'withdrawal_confirmed',
    userId: user.id,
    actorId: user.id,
    origin,
    details: { withdrawal: id },
  });
  return { ...withdrawal, codeConfirmedAt: now, linkExpiresAt: expires, waitsFor: 'mail_link' };
}

async function countWrongCode(platform: Platform, db: QueryExecutorProvider, id: string): Promise<void> {
  const { rows } = await sql<{ isLast: boolean }>`
    update withdrawals set wrong_codes = wrong_codes + 1 where id = ${id} and status = 'requested'
    returning wrong_codes >= (select wrong_codes_max from withdrawal_policy) as "isLast"
  `.execute(db);
  if (rows[0]?.isLast) await callOff(platform, { id, reason: 'wrong_codes' });
}

/** Only the hash of a link is kept: whoever reads the database confirms nothing with it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The second half: the link of the mail, pressed by whoever reads it. From here on it goes its way, or a person looks at it first.
 *
 * @throws Problem invalid_token for a link that is none, is too old, or was used.
 */
export async function confirmByLink(platform: Platform, token: string): Promise<Withdrawal> {
  const { kysely } = platform.database;
  const now = platform.clock.now();
  return kysely.transaction().execute(async (transaction) => {
    const found = await findByLink(transaction, hashOf(token));
    // Whoever presses twice is told the same twice.
    if (found && found.status !== 'requested' && found.status !== 'cancelled') return found;
    if (found?.status !== 'requested' || found.linkExpiresAt === null || found.linkExpiresAt <= now)
      throw new Problem('invalid_token');
    const reason = await reasonToHold(transaction, { id: found.id, now });
    const confirmed = await changeWithdrawal(transaction, found, { status: 'confirmed', waitsFor: null });
    if (!confirmed) throw new Problem('invalid_token');
    const next = reason
      ? ({ status: 'held', reason, waitsFor: 'review' } as const)
      : ({ status: 'queued', waitsFor: 'turn' } as const);
    const stands = await changeWithdrawal(transaction, confirmed, next);
    if (!stands) throw new Problem('invalid_token');
    return stands;
  });
}
