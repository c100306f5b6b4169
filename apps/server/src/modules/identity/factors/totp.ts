import { type QueryExecutorProvider, sql } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Platform } from '#platform/platform.ts';
import { type SealKey, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { keyFor } from '../keys.ts';
import type { CodeVerdict } from './check-code.ts';

const stepSeconds = 30;
/** Clocks differ: a code counts one step early and one step late. */
const toleranceSteps = 1;
/** A code this much older is called expired instead of wrong, which is what its owner wants to hear. */
const recognisedSteps = 10;
const setupLifeMs = 15 * 60_000;

interface TotpRow {
  readonly sealed_secret: Buffer;
  readonly last_step: bigint;
  readonly created_at: Date;
}

/** Makes a secret that counts once its first code has come. One that waited before is replaced. */
export async function beginTotp(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const { config, clock } = platform;
  const secret = generateSecret();
  const sealed = seal(secret, totpKey(config, userId));
  await sql`
    insert into totp_factors as factor (user_id, sealed_secret, created_at)
    values (${userId}, ${sealed}, ${clock.now()})
    on conflict (user_id) do update set
      sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
    where factor.confirmed_at is null
  `.execute(db);
  return { secret, uri: generateURI({ issuer: settingsOf(platform).name, label: email, secret }) };
}

/** Compares a code with the secret that is on (`state` on) or that is being set up, and uses its time step up. */
export async function checkTotp(
  db: QueryExecutorProvider,
  { config, clock }: Platform,
  { userId, code, state }: { userId: string; code: string; state: 'on' | 'setup' },
): Promise<CodeVerdict> {
  const now = clock.now();
  const { rows } = await sql<TotpRow>`
    select sealed_secret, last_step, created_at from totp_factors
    where user_id = ${userId} and (confirmed_at is not null) = ${state === 'on'}
    for update
  `.execute(db);
  const row = rows[0];
  if (!row) return 'wrong';
  if (state === 'setup' && row.created_at.getTime() + setupLifeMs <= now.getTime()) return 'expired';
  const secret = unseal(row.sealed_secret, totpKey(config, userId));
  const step = stepOf(secret, code, now);
  if (step === undefined) return 'wrong';
  const current = Math.floor(now.getTime() / 1_000 / stepSeconds);
  if (step < current - toleranceSteps || BigInt(step) < row.last_step) return 'expired';
  // The app shows it still, so its owner must hear that another one is needed.
  if (BigInt(step) === row.last_step) return 'used';
  await sql`
    update totp_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    where user_id = ${userId}
  `.execute(db);
  return 'right';
}

export async function removeTotp(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`delete from totp_factors where user_id = ${userId}`.execute(db);
}

/** The time step that the code belongs to, if it belongs to one of late. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: [recognisedSteps * stepSeconds, toleranceSteps * stepSeconds],
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Bound to the account: a sealed secret copied into another's row does not open. */
export function totpKey(secret: Secret, userId: string): SealKey {
  return { key: keyFor(secret, 'totp'), context: userId };
}
