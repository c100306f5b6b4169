import { createHash, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

const lifeHours = 24;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export async function hasAdministrator(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`
    select from users where roles <> '{}' and 'administrator' = any (roles) and status <> 'closed' limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * A link that makes the first administrator, once, within a day; those before it count no more. Undefined when there is one already. The token stands behind a #,
 * which browsers send nowhere: neither our log nor a proxy's ever has it.
 */
export async function newAdministratorLink({
  database,
  clock,
  config,
}: Pick<Platform, 'database' | 'clock' | 'config'>): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const isMade = await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table administrator_links in exclusive mode`.execute(transaction);
    if (await hasAdministrator(transaction)) return false;
    await sql`update administrator_links set used_at = ${now} where used_at is null`.execute(transaction);
    await sql`
      insert into administrator_links (token_hash, created_at, expires_at)
      values (${hashOf(token)}, ${now}, ${new Date(now.getTime() + lifeHours * 3_600_000)})
    `.execute(transaction);
    return true;
  });
  return isMade ? `${config.publicUrl}/admin/setup#${token}` : undefined;
}

/** Locked until the transaction ends. `userId`: whom it was begun for. Undefined for one that is none, or counts no more. */
export async function lockLink(
  transaction: QueryExecutorProvider,
  { token, now }: { token: string; now: Date },
): Promise<{ readonly userId: string | null } | undefined> {
  const { rows } = await sql<{ userId: string | null }>`
    select user_id as "userId" from administrator_links
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > ${now} for update
  `.execute(transaction);
  return rows[0];
}

export async function noteCandidate(
  transaction: QueryExecutorProvider,
  { token, userId }: { token: string; userId: string },
): Promise<void> {
  await sql`
    update administrator_links set user_id = ${userId} where token_hash = ${hashOf(token)}
  `.execute(transaction);
}

export async function spendLink(
  transaction: QueryExecutorProvider,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  await sql`
    update administrator_links set used_at = ${now} where token_hash = ${hashOf(token)}
  `.execute(transaction);
}

/** Accounts that a link began and nobody finished: they hold their addresses for nobody. */
export async function closeUnfinished(transaction: QueryExecutorProvider, now: Date): Promise<void> {
  await sql`
    update users set status = 'closed', closed_at = ${now}
    where status = 'inactive' and roles = '{}' and last_login_at is null
      and id in (select user_id from administrator_links where user_id is not null)
  `.execute(transaction);
}
