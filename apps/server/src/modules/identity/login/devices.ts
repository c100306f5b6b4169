import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { keyedHash } from '../keys.ts';
import type { Origin } from '../origins/origin.ts';
import { hashOf, newSecret } from '../tokens/tokens.ts';
import { emailIs } from '../users/email-folding.ts';

const devicesPerUserMax = 50;

type Needs = Pick<Platform, 'clock' | 'config'>;

/** Random, so that nobody guesses one, and signed, so that one that somebody made up is told without asking the database. */
function newDeviceToken(config: Platform['config']): string {
  const secret = newSecret();
  return `${secret}.${keyedHash(config, 'device', secret).toString('base64url')}`;
}

/** What a device is counted under that shows a token of ours. Which account knows it, only the database says. */
export function deviceKeyOf(config: Platform['config'], token: string | undefined): string | undefined {
  const [secret = '', signature = ''] = token?.split('.', 2) ?? [];
  const [given, expected] = [Buffer.from(signature, 'base64url'), keyedHash(config, 'device', secret)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? secret : undefined;
}

/** The same of the token in a body that nobody has judged yet. */
export function deviceOf({ config }: Pick<Platform, 'config'>, body: unknown): string | undefined {
  const { device } = Object(body) as { device?: unknown };
  return typeof device === 'string' ? deviceKeyOf(config, device) : undefined;
}

/** Whose device has this token, if it has logged in to the account of this address before. */
export async function ownerOfDevice(
  db: QueryExecutorProvider,
  { token, email }: { readonly token: string | undefined; readonly email: string },
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const { rows } = await sql<{ id: string }>`
    select u.id from user_devices d join users u on u.id = d.user_id
    where d.token_hash = ${hashOf(token)} and ${emailIs('u.email', email)} and u.status <> 'closed'
  `.execute(db);
  return rows[0]?.id;
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
  readonly hash: Buffer;
  /** Shared by all accounts that were used in one browser one after the other. */
  readonly browser: string;
  readonly isNew: boolean;
  readonly isNewPlace: boolean;
}

/** Notes that a device logged in, and tells whether it, or the place it is at, was seen with this account before. */
export async function noteDevice(
  db: QueryExecutorProvider,
  { clock, config }: Needs,
  login: { readonly userId: string; readonly token: string | undefined; readonly origin: Origin },
): Promise<DeviceSeen> {
  const { userId, token, origin } = login;
  const now = clock.now();
  const { rows: places } = await sql`
    select from user_devices where user_id = ${userId} and place is not distinct from ${origin.place} limit 1
  `.execute(db);
  const isNewPlace = places.length === 0;
  if (token !== undefined) {
    // Tokens were not always signed: one that is not is exchanged.
    const kept = deviceKeyOf(config, token) === undefined ? newDeviceToken(config) : token;
    const hash = hashOf(kept);
    const { rows } = await sql<{ browser: string }>`
      update user_devices
      set last_seen_at = ${now}, device = ${origin.device}, place = ${origin.place}, token_hash = ${hash}
      where token_hash = ${hashOf(token)} and user_id = ${userId}
      returning browser_id as browser
    `.execute(db);
    const [row] = rows;
    if (row) return { token: kept, hash, browser: row.browser, isNew: false, isNewPlace };
  }
  const made = newDeviceToken(config);
  const hash = hashOf(made);
  const browser = await browserOf(db, token);
  await sql`
    insert into user_devices (token_hash, user_id, device, place, created_at, last_seen_at, browser_id)
    values (${hash}, ${userId}, ${origin.device}, ${origin.place}, ${now}, ${now}, ${browser})
  `.execute(db);
  await sql`
    delete from user_devices where token_hash in (
      select token_hash from user_devices where user_id = ${userId}
      order by last_seen_at desc offset ${devicesPerUserMax}
    )
  `.execute(db);
  return { token: made, hash, browser, isNew: true, isNewPlace };
}

/** The browser that shows a token: the one that another account was used in, if the token is that account's. */
async function browserOf(db: QueryExecutorProvider, token: string | undefined): Promise<string> {
  if (token === undefined) return randomUUID();
  const { rows } = await sql<{ browser: string }>`
    select browser_id as browser from user_devices where token_hash = ${hashOf(token)}
  `.execute(db);
  return rows[0]?.browser ?? randomUUID();
}

/** Whoever ends a session from elsewhere makes its device a stranger too, unless it has another one open. */
export async function forgetDevicesOf(
  db: QueryExecutorProvider,
  sessionIds: readonly string[],
): Promise<void> {
  await sql`
    delete from user_devices d using user_sessions s
    where s.id = any (${[...sessionIds]}::uuid[]) and d.token_hash = s.device_hash and not exists (
      select from user_sessions o where o.user_id = d.user_id and o.ended_at is null and o.device_hash = d.token_hash
    )
  `.execute(db);
}

/** After this every device is a stranger again, the thief's too. */
export async function forgetDevices(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`delete from user_devices where user_id = ${userId}`.execute(db);
}

/**
 * Whether the session's device was first seen in the last hours, of an account that is older than that: then somebody else may sit at it. Whether other devices
 * are known says nothing, for whoever sits at this one can end their sessions, and they are forgotten.
 */
export async function isYoungDevice(
  db: QueryExecutorProvider,
  { sessionId, userId, hours, now }: { sessionId: string; userId: string; hours: number; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  const { rows } = await sql<{ isYoung: boolean }>`
    select device.created_at is null or device.created_at > ${since} as "isYoung"
    from user_sessions session
    join users on users.id = session.user_id and users.created_at <= ${since}
    left join user_devices device on device.token_hash = session.device_hash and device.user_id = session.user_id
    where session.id::text = ${sessionId} and session.user_id = ${userId}
  `.execute(db);
  return rows[0]?.isYoung ?? false;
}
