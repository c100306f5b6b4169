import { createHash, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';

export const linkHours = 24;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Replaces the open link of an account, if there is one. Returns the token, of which only the hash is kept. */
export async function issueLink(
  transaction: QueryExecutorProvider,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + linkHours * 3_600_000);
  await sql`update recovery_links set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(
    transaction,
  );
  await sql`
    insert into recovery_links (token_hash, user_id, created_at, expires_at)
    values (${hashOf(token)}, ${userId}, ${now}, ${expiresAt})
  `.execute(transaction);
  return { token, expiresAt };
}

export async function ownerOfLink(
  db: QueryExecutorProvider,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from recovery_links
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > ${now}
  `.execute(db);
  return rows[0]?.userId;
}

export interface RecoveryLink {
  readonly passwordHash: string | null;
  readonly email: string | null;
}

/** Locks a valid link until the transaction ends. Undefined for a link that is unknown, used, replaced or expired. */
export async function lockLink(
  transaction: QueryExecutorProvider,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<RecoveryLink | undefined> {
  const { rows } = await sql<RecoveryLink>`
    select password_hash as "passwordHash", email from recovery_links
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > ${now} for update
  `.execute(transaction);
  return rows[0];
}

/** Keeps what was entered until the new factor is proved. */
export async function noteEntered(
  transaction: QueryExecutorProvider,
  { token, passwordHash, email }: { token: string; passwordHash: string; email: string | null },
): Promise<void> {
  await sql`
    update recovery_links set password_hash = ${passwordHash}, email = ${email} where token_hash = ${hashOf(token)}
  `.execute(transaction);
}

export async function spendLink(
  transaction: QueryExecutorProvider,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<void> {
  await sql`
    update recovery_links set used_at = ${now}, password_hash = null where token_hash = ${hashOf(token)}
  `.execute(transaction);
}
