import { type QueryExecutorProvider, sql } from 'kysely';
import { findUserByEmail, isDayUsedUp, isStaff, takeOfDay } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

const missesPerDay = 60;
const dayMs = 86_400_000;

/**
 * Who gets a transfer, by what its sender wrote. Names that are nobody's are bounded by the day, and when they are used up nobody else is found either, except
 * whom the sender has paid before: otherwise trying names would reveal accounts. Staff accounts are answered and counted like unknown names.
 *
 * @throws Problem account_not_found, same_account_transfer, too_many_withdrawal_attempts.
 */
export async function resolveRecipient(
  platform: Platform,
  { userId, recipient }: { userId: string; recipient: string },
): Promise<string> {
  const { kysely } = platform.database;
  const found = await findRecipient(kysely, recipient);
  // Staff neither trade nor withdraw. An answer of their own would tell who works here.
  const toUser =
    found !== undefined && found !== userId && (await isStaff(kysely, found)) ? undefined : found;
  if (toUser === userId)
    throw new Problem('same_account_transfer', { fields: { to: { code: 'same_account_transfer' } } });
  if (toUser !== undefined && (await hasPaid(kysely, { fromUser: userId, toUser }))) return toUser;
  const misses = { scope: 'transfers:misses', subject: userId, perDay: missesPerDay };
  if (toUser !== undefined) {
    if (await isDayUsedUp(kysely, platform, misses)) throw tooManyMisses(platform);
    return toUser;
  }
  if ((await takeOfDay(kysely, platform, misses)) === undefined) throw tooManyMisses(platform);
  throw new Problem('account_not_found', { fields: { to: { code: 'account_not_found' } } });
}

function tooManyMisses({ clock }: Platform): Problem {
  const retryAfterSeconds = Math.ceil((dayMs - (clock.now().getTime() % dayMs)) / 1_000);
  return new Problem('too_many_withdrawal_attempts', {
    retryAfterSeconds,
    sentence: { code: 'recipients_not_found_too_often' },
  });
}

async function hasPaid(
  db: QueryExecutorProvider,
  { fromUser, toUser }: { fromUser: string; toUser: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from transfers where from_user = ${fromUser} and to_user = ${toUser} and status = 'completed' limit 1
  `.execute(db);
  return rows.length > 0;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By an e-mail address, a user name or an id; only somebody who can take it: an account that is open. */
export async function findRecipient(
  db: QueryExecutorProvider,
  recipient: string,
): Promise<string | undefined> {
  const text = recipient.trim();
  if (text.includes('@')) {
    const user = await findUserByEmail(db, text);
    return user?.status === 'active' ? user.id : undefined;
  }
  const { rows } = uuid.test(text)
    ? await sql<{
        id: string;
      }>`select id from users where id = ${text.toLowerCase()} and status = 'active'`.execute(db)
    : await sql<{ id: string }>`
        select id from users where lower(username) = lower(${text}) and status = 'active'
      `.execute(db);
  return rows[0]?.id;
}
