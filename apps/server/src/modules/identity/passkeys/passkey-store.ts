import { type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';

/** A passkey as its owner sees it. */
export interface PasskeyEntry {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey as its answers are verified by. */
export interface PasskeyCredential {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
}

/** The name of a key, as its authenticator gave it: 1,023 bytes at most, as WebAuthn has it, in base64url. */
export const CredentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1364}$/);

const entry = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;
const credential = sql`
  id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports
`;

export async function listPasskeys(db: QueryExecutorProvider, userId: string): Promise<PasskeyEntry[]> {
  const { rows } = await sql<PasskeyEntry>`
    select ${entry} from passkeys where user_id = ${userId} order by created_at, id
  `.execute(db);
  return rows;
}

export async function listCredentials(
  db: QueryExecutorProvider,
  userId: string,
): Promise<PasskeyCredential[]> {
  const { rows } = await sql<PasskeyCredential>`
    select ${credential} from passkeys where user_id = ${userId} order by created_at, id
  `.execute(db);
  return rows;
}

/** Locks the row, so that of two answers with one counter only the first finds the counter below it. */
export async function lockCredential(
  db: QueryExecutorProvider,
  credentialId: string,
): Promise<PasskeyCredential | undefined> {
  const { rows } = await sql<PasskeyCredential>`
    select ${credential} from passkeys where credential_id = ${credentialId} for update
  `.execute(db);
  return rows[0];
}

/** Undefined when the credential is somebody's already. */
export async function insertPasskey(
  db: QueryExecutorProvider,
  passkey: Omit<PasskeyCredential, 'id' | 'counter'> & { name: string; counter: number; createdAt: Date },
): Promise<PasskeyEntry | undefined> {
  const { userId, credentialId, publicKey, counter, transports, name, createdAt } = passkey;
  const { rows } = await sql<PasskeyEntry>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    values (
      ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}::jsonb, ${name},
      ${createdAt}
    )
    on conflict (credential_id) do nothing
    returning ${entry}
  `.execute(db);
  return rows[0];
}

export async function noteUse(
  db: QueryExecutorProvider,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  await sql`update passkeys set counter = ${counter}, last_used_at = ${now} where id = ${id}`.execute(db);
}

/** Answers whether the user had such a passkey. */
export async function deletePasskey(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${userId} returning 1
  `.execute(db);
  return rows.length > 0;
}
