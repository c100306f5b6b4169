import { type QueryExecutorProvider, sql } from 'kysely';
import { recordSecurityEvent } from '../audit/record.ts';
import type { Origin } from '../origins/origin.ts';
import type { FoundToken } from '../tokens/tokens.ts';
import { emailIs } from '../users/email-folding.ts';

/**
 * Gives an account the address back that a "this was not me" link was sent to. Without it, whoever moved the account
 * to their own mailbox meanwhile would be sent the link to a new password. Tells whether it had another one.
 */
export async function restoreEmail(
  db: QueryExecutorProvider,
  { token: { userId, data }, origin }: { readonly token: FoundToken; readonly origin: Origin },
): Promise<boolean> {
  const { restore_email: email } = data;
  if (userId === null || typeof email !== 'string') return false;
  const { rows } = await sql`
    update users set email = ${email}
    where id = ${userId} and email <> ${email} and not exists (
      select from users other where ${emailIs('other.email', email)} and other.status <> 'closed' and other.id <> ${userId}
    )
    returning 1
  `.execute(db);
  if (rows.length === 0) return false;
  await recordSecurityEvent(db, { event: 'email_restored', userId, origin });
  return true;
}
