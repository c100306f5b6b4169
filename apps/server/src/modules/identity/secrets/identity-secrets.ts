import { type QueryExecutorProvider, sql } from 'kysely';
import type { ModuleSecrets } from '#platform/module.ts';
import { opens, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import { hashAgain } from '../factors/code-hash.ts';
import { totpKey } from '../factors/totp.ts';
import { keyFor } from '../keys.ts';
import { rotateFormerCodeKeys } from './former-code-keys.ts';

interface Rotation {
  readonly from: Secret;
  readonly to: Secret;
}

/** What identity keeps under the secret: authenticator apps, sealed; backup codes, hashed; sessions, whose tokens are signed with it. */
export const identitySecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const { rows } = await sql<{ userId: string; sealed: Buffer }>`
      select user_id as "userId", sealed_secret as sealed from totp_factors limit 1
    `.execute(db);
    return rows.every(({ userId, sealed }) => opens(sealed, totpKey(secret, userId)));
  },
  rotate: async (db, rotation) => {
    const apps = await sealAppsAnew(db, rotation);
    const codes = await hashBackupCodesAgain(db, rotation.to);
    await rotateFormerCodeKeys(db, rotation);
    const sessions = await endAllSessions(db);
    await sql`delete from sent_codes`.execute(db);
    const details = { apps, codes, sessions };
    await recordSecurityEvent(db, { event: 'secret_rotated', origin: null, details });
    return [
      `${count(apps, 'authenticator app')} and ${count(codes, 'backup code')} go on.`,
      `${count(sessions, 'session')} ended: everybody logs in again.`,
      'Codes that were sent and not yet used count no more, and failed attempts are forgotten.',
    ];
  },
};

const count = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;

async function sealAppsAnew(db: QueryExecutorProvider, { from, to }: Rotation): Promise<number> {
  const { rows } = await sql<{ userId: string; sealed: Buffer }>`
    select user_id as "userId", sealed_secret as sealed from totp_factors
  `.execute(db);
  const anew = rows.map(({ userId, sealed }) => {
    if (!opens(sealed, totpKey(from, userId)))
      throw new StartupError(
        `The authenticator app of the account ${userId} does not open with FORMER_SECRET.`,
      );
    return seal(unseal(sealed, totpKey(from, userId)), totpKey(to, userId));
  });
  await sql`
    update totp_factors as factor set sealed_secret = anew.sealed
    from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${anew}::bytea[]) as anew (user_id, sealed)
    where factor.user_id = anew.user_id
  `.execute(db);
  return rows.length;
}

/** Nobody knows the codes, so their hashes are hashed again; checking one takes the same steps. */
async function hashBackupCodesAgain(db: QueryExecutorProvider, to: Secret): Promise<number> {
  const { rows } = await sql<{ userId: string; hash: Buffer }>`
    select user_id as "userId", code_hash as hash from backup_codes
  `.execute(db);
  const key = keyFor(to, 'codes');
  await sql`
    update backup_codes as code set code_hash = anew.hash
    from unnest(
      ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ hash }) => hash)}::bytea[],
      ${rows.map(({ hash }) => hashAgain(hash, key))}::bytea[]
    ) as anew (user_id, former, hash)
    where code.user_id = anew.user_id and code.code_hash = anew.former
  `.execute(db);
  return rows.length;
}

/** Their tokens are signed with the former secret and count no more: the list of sessions says so too. */
async function endAllSessions(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    update user_sessions set ended_at = now(), ended_by = 'security' where ended_at is null returning 1
  `.execute(db);
  return rows.length;
}
