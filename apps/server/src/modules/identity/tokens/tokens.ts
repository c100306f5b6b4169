import { createHash, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

/** What a token is for; one for a purpose counts for no other. */
export type TokenPurpose =
  | 'registration'
  | 'login_ticket'
  | 'password_reset'
  | 'not_me'
  | 'email_change'
  | 'passkey_login'
  | 'passkey_enrolment'
  | `passkey_confirm:${string}`;

export interface NewToken {
  readonly userId?: string | undefined;
  readonly purpose: TokenPurpose;
  readonly lifeSeconds: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface FoundToken {
  readonly userId: string | null;
  readonly data: Record<string, unknown>;
  /** Those that were issued later have a higher one. */
  readonly sequence: bigint;
}

type Needs = Pick<Platform, 'clock'>;

const tokenBytes = 32;

export function newSecret(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Random secrets of this length need no slow hash: nobody guesses one in any time. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Makes a token that counts once. Only its hash is kept. */
export async function issueToken(
  db: QueryExecutorProvider,
  { clock }: Needs,
  token: NewToken,
): Promise<string> {
  const { userId = null, purpose, lifeSeconds, data = {} } = token;
  const secret = newSecret();
  const expires = new Date(clock.now().getTime() + lifeSeconds * 1000);
  await sql`
    insert into identity_tokens (token_hash, user_id, purpose, data, created_at, expires_at)
    values (${hashOf(secret)}, ${userId}, ${purpose}, ${JSON.stringify(data)}::jsonb, ${clock.now()}, ${expires})
  `.execute(db);
  return secret;
}

export interface TokenGiven {
  readonly token: string;
  readonly purpose: TokenPurpose;
}

/** Uses a token up. Undefined when it is unknown, used, expired or for something else. Of two at once, one wins. */
export async function spendToken(
  db: QueryExecutorProvider,
  { clock }: Needs,
  { token, purpose }: TokenGiven,
): Promise<FoundToken | undefined> {
  const now = clock.now();
  const { rows } = await sql<FoundToken>`
    update identity_tokens set used_at = ${now}
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning user_id as "userId", data, sequence
  `.execute(db);
  return rows[0];
}

/** Looks at a token that allows several tries, such as the ticket of a second step, without using it up. */
export async function findToken(
  db: QueryExecutorProvider,
  { clock }: Needs,
  { token, purpose }: TokenGiven,
): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`
    select user_id as "userId", data, sequence from identity_tokens
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and used_at is null and expires_at > ${clock.now()}
  `.execute(db);
  return rows[0];
}

/** What was issued under the old state of the account, such as an old password, counts no more. */
export async function revokeTokens(
  db: QueryExecutorProvider,
  { clock }: Needs,
  { userId, keep = [] }: { readonly userId: string; readonly keep?: readonly TokenPurpose[] },
): Promise<void> {
  await sql`
    update identity_tokens set used_at = ${clock.now()}
    where user_id = ${userId} and used_at is null and not (purpose = any (${[...keep]}::text[]))
  `.execute(db);
}

/** What was issued for one purpose counts no more. */
export async function revokeTokensFor(
  db: QueryExecutorProvider,
  { clock }: Needs,
  { userId, purpose }: { readonly userId: string; readonly purpose: TokenPurpose },
): Promise<void> {
  await sql`
    update identity_tokens set used_at = ${clock.now()}
    where user_id = ${userId} and purpose = ${purpose} and used_at is null
  `.execute(db);
}

/** What was issued for a purpose after a token counts no more; what was issued before it does. */
export async function revokeLaterTokens(
  db: QueryExecutorProvider,
  { clock }: Needs,
  {
    userId,
    purpose,
    than,
  }: { readonly userId: string; readonly purpose: TokenPurpose; readonly than: FoundToken },
): Promise<void> {
  await sql`
    update identity_tokens set used_at = ${clock.now()}
    where user_id = ${userId} and purpose = ${purpose} and sequence > ${than.sequence} and used_at is null
  `.execute(db);
}
