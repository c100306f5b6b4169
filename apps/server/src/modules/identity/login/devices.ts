import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../origins/origin.ts';
import { hashOf, newSecret } from '../tokens/tokens.ts';
import { emailIs } from '../users/email-folding.ts';

const devicesPerUserMax = 50;

/** Whether the device with this token has logged in to the account of this address before. */
export async function isKnownDevice(
  db: QueryExecutorProvider,
  { token, email }: { readonly token: string | undefined; readonly email: string },
): Promise<boolean> {
  if (token === undefined) return false;
  const { rows } = await sql`
    select from user_devices d join users u on u.id = d.user_id
    where d.token_hash = ${hashOf(token)} and ${emailIs('u.email', email)} and u.status <> 'closed'
  `.execute(db);
  return rows.length > 0;
}

/** What the device of a token is counted under. Undefined when it never logged in to this account. */
export async function knownDeviceKey(
  db: QueryExecutorProvider,
  { token, userId }: { readonly token: string | undefined; readonly userId: string },
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const hash = hashOf(token);
  const { rows } = await sql`
    select from user_devices where token_hash = ${hash} and user_id = ${userId}
  `.execute(db);
  return rows.length > 0 ? hash.toString('base64url') : undefined;
}

export interface DeviceSeen {
  /** What the device keeps; its own token again when it had one. */
  readonly token: string;
  readonly isNew: boolean;
  readonly isNewPlace: boolean;
}

/** Notes that a device logged in, and tells whether it, or the place it is at, was seen with this account before. */
export async function noteDevice(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  login: { readonly userId: string; readonly token: string | undefined; readonly origin: Origin },
): Promise<DeviceSeen> {
  const { userId, token, origin } = login;
  const now = clock.now();
  const { rows: places } = await sql`
    select from user_devices where user_id = ${userId} and place is not distinct from ${origin.place} limit 1
  `.execute(db);
  const isNewPlace = places.length === 0;
  if (token !== undefined) {
    const { rows } = await sql`
      update user_devices set last_seen_at = ${now}, device = ${origin.device}, place = ${origin.place}
      where token_hash = ${hashOf(token)} and user_id = ${userId}
      returning token_hash
    `.execute(db);
    if (rows.length > 0) return { token, isNew: false, isNewPlace };
  }
  const made = newSecret();
  await sql`
    insert into user_devices (token_hash, user_id, device, place, created_at, last_seen_at)
    values (${hashOf(made)}, ${userId}, ${origin.device}, ${origin.place}, ${now}, ${now})
  `.execute(db);
  await sql`
    delete from user_devices where token_hash in (
      select token_hash from user_devices where user_id = ${userId}
      order by last_seen_at desc offset ${devicesPerUserMax}
    )
  `.execute(db);
  return { token: made, isNew: true, isNewPlace };
}

/** After this every device is a stranger again, the thief's too. */
export async function forgetDevices(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`delete from user_devices where user_id = ${userId}`.execute(db);
}
