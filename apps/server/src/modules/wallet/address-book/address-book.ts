import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** Where a user pays out to. */
export interface SavedAddress {
  readonly id: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  /** Of a bank account. */
  readonly holder: string | null;
  readonly label: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const columns = sql`
  id, coin, network, address, memo, holder, label, created_at as "createdAt", last_used_at as "lastUsedAt"
`;

export async function listSavedAddresses(db: QueryExecutorProvider, userId: string): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select ${columns} from saved_addresses where user_id = ${userId} order by coin, lower(label), id
  `.execute(db);
  return rows;
}

/** @throws Problem not_found; label_not_unique. */
export async function renameAddress(
  db: QueryExecutorProvider,
  { userId, id, label }: { userId: string; id: string; label: string },
): Promise<SavedAddress> {
  const { rows } = await sql<SavedAddress & { taken: boolean }>`
    update saved_addresses set label = ${label}
    where id = ${id} and user_id = ${userId} and not exists (
      select from saved_addresses other where other.user_id = ${userId} and lower(other.label) = lower(${label}) and other.id <> ${id}
    ) returning ${columns}
  `.execute(db);
  if (rows[0]) return rows[0];
  const { rows: own } = await sql`
    select from saved_addresses where id = ${id} and user_id = ${userId}
  `.execute(db);
  throw new Problem(own.length > 0 ? 'label_not_unique' : 'not_found');
}

interface Destination {
  readonly userId: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
}

/** Whether somebody pays out to saved addresses only. */
export async function paysToSavedOnly(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from saved_addresses_only where user_id = ${userId} and (ends_at is null or ends_at > ${now})
  `.execute(db);
  return rows.length > 0;
}

/** False for whoever pays out to saved addresses only, when this is none, or one that was saved too lately. */
export async function mayPayOutTo(
  db: QueryExecutorProvider,
  { userId, coin, network, address, memo, delayHours, now }: Destination & { delayHours: number; now: Date },
): Promise<boolean> {
  const oldEnough = new Date(now.getTime() - delayHours * 3_600_000);
  const { rows } = await sql<{ allowed: boolean }>`
    select not exists (
      select from saved_addresses_only where user_id = ${userId} and (ends_at is null or ends_at > ${now})
    ) or exists (
      select from saved_addresses
      where user_id = ${userId} and coin = ${coin} and network = ${network} and address = ${address}
        and memo is not distinct from ${memo} and created_at <= ${oldEnough}
    ) as allowed
  `.execute(db);
  return rows[0]?.allowed ?? false;
}

export async function noteUse(
  db: QueryExecutorProvider,
  { userId, coin, network, address, memo, now }: Destination & { now: Date },
): Promise<void> {
  await sql`
    update saved_addresses set last_used_at = ${now}
    where user_id = ${userId} and coin = ${coin} and network = ${network} and address = ${address}
      and memo is not distinct from ${memo}
  `.execute(db);
}
