import { randomInt } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import type { CodeVerdict } from './check-code.ts';
import { codeHash } from './code-hash.ts';

export const backupCodeCount = 10;
const purpose = 'backup';
/** Without letters and digits that a hand confuses: i, l, o, u, 0 and 1. */
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';
const halfLength = 5;

/** Makes ten new codes in place of all before. They are not kept, only their hashes. */
export async function renewBackupCodes(
  db: QueryExecutorProvider,
  { config, clock }: Platform,
  userId: string,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(`${randomLetters()}-${randomLetters()}`);
  await removeBackupCodes(db, userId);
  for (const code of codes) {
    const hash = codeHash(config, { userId, purpose, code: plain(code) });
    await sql`
      insert into backup_codes (user_id, code_hash, created_at) values (${userId}, ${hash}, ${clock.now()})
    `.execute(db);
  }
  return [...codes];
}

export async function spendBackupCode(
  db: QueryExecutorProvider,
  { config, clock }: Platform,
  { userId, code }: { userId: string; code: string },
): Promise<CodeVerdict> {
  const hash = codeHash(config, { userId, purpose, code: plain(code) });
  const { rows } = await sql<{ unused: boolean }>`
    select used_at is null as unused from backup_codes where user_id = ${userId} and code_hash = ${hash} for update
  `.execute(db);
  const row = rows[0];
  if (!row) return 'wrong';
  if (!row.unused) return 'used';
  await sql`
    update backup_codes set used_at = ${clock.now()} where user_id = ${userId} and code_hash = ${hash}
  `.execute(db);
  return 'right';
}

/**
 * Gives a code back that was spent in this transaction, for what is only begun by it. Answers by what it is spent when
 * that is done: until then it counts for this or for anything else, once.
 */
export async function holdBackupCode(
  db: QueryExecutorProvider,
  { config }: Platform,
  { userId, code }: { userId: string; code: string },
): Promise<string> {
  const hash = codeHash(config, { userId, purpose, code: plain(code) });
  await sql`
    update backup_codes set used_at = null where user_id = ${userId} and code_hash = ${hash}
  `.execute(db);
  return hash.toString('base64url');
}

/** Spends a code that was held. False when it was used for something else meanwhile, or is gone. */
export async function spendHeldCode(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  { userId, held }: { userId: string; held: string },
): Promise<boolean> {
  const { rows } = await sql`
    update backup_codes set used_at = ${clock.now()}
    where user_id = ${userId} and code_hash = ${Buffer.from(held, 'base64url')} and used_at is null
    returning 1
  `.execute(db);
  return rows.length > 0;
}

export async function removeBackupCodes(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`delete from backup_codes where user_id = ${userId}`.execute(db);
}

/** As people type it: with or without the hyphen, in capitals, with spaces. */
function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function randomLetters(): string {
  return Array.from({ length: halfLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
