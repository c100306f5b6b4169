import { randomInt } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Without the letters and digits that people take for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;

export function newReferralCode(): string {
  return Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** The id of the user who gave the code away. */
export async function findReferrer(db: QueryExecutorProvider, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where referral_code = ${code.toUpperCase()} and status = 'active'
  `.execute(db);
  return rows[0]?.id;
}
