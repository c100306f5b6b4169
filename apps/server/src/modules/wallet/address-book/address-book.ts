import { isValidMemo } from '@emporion/chains';
import { savedAddressesMax } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { formatOf, swallowsMoney } from '../addresses/chain-addresses.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';

/** Where a user pays out to. */
export interface SavedAddress {
  readonly id: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly label: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const columns = sql`
  id, coin, network, address, memo, label, created_at as "createdAt", last_used_at as "lastUsedAt"
`;

export async function listSavedAddresses(db: QueryExecutorProvider, userId: string): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select ${columns} from saved_addresses where user_id = ${userId} order by coin, lower(label), id
  `.execute(db);
  return rows;
}

export interface NewSavedAddress
  extends Pick<SavedAddress, 'coin' | 'network' | 'address' | 'memo' | 'label'> {
  readonly userId: string;
}

/** @throws Problem coin_invalid, wrong_address, invalid_memo, address_not_unique, label_not_unique; too_many_items. */
export async function saveAddress(platform: Platform, asked: NewSavedAddress): Promise<SavedAddress> {
  const { userId, coin, label } = asked;
  const { network, address, memo } = await checkDestination(platform, asked);
  const now = platform.clock.now();
  return platform.database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-addresses:${userId}`}, 0))`.execute(
      transaction,
    );
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from saved_addresses where user_id = ${userId}
    `.execute(transaction);
    if ((counted[0]?.count ?? 0) >= savedAddressesMax)
      throw new Problem('too_many_items', { params: { max: savedAddressesMax } });
    const { rows } = await sql<SavedAddress>`
      insert into saved_addresses (user_id, coin, network, address, memo, label, created_at)
      values (${userId}, ${coin}, ${network}, ${address}, ${memo}, ${label}, ${now})
      on conflict do nothing returning ${columns}
    `.execute(transaction);
    const [row] = rows;
    if (!row)
      throw new Problem(
        (await isLabelTaken(transaction, { userId, label })) ? 'label_not_unique' : 'address_not_unique',
      );
    return row;
  });
}

async function isLabelTaken(
  db: QueryExecutorProvider,
  { userId, label }: { userId: string; label: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from saved_addresses where user_id = ${userId} and lower(label) = lower(${label})
  `.execute(db);
  return rows.length > 0;
}

async function checkDestination(
  platform: Platform,
  { coin, network: code, address, memo }: NewSavedAddress,
): Promise<Pick<SavedAddress, 'network' | 'address' | 'memo'>> {
  const listed = await readNetworks(platform);
  const { network } = coinOnNetwork(listed, { coin, network: code });
  const normalized = formatOf(network).normalize(address.trim());
  if (normalized === undefined || swallowsMoney(network, listed.coins, normalized))
    throw new Problem('wrong_address', { fields: { address: { code: 'wrong_address' } } });
  const isMemoRight = memo === null || (network.memo !== null && isValidMemo(network.memo, memo));
  if (!isMemoRight) throw new Problem('invalid_memo', { fields: { memo: { code: 'invalid_memo' } } });
  return { network: code, address: normalized, memo };
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

/** @throws Problem not_found. */
export async function deleteAddress(
  db: QueryExecutorProvider,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const { rows } = await sql`
    delete from saved_addresses where id = ${id} and user_id = ${userId} returning id
  `.execute(db);
  if (rows.length === 0) throw new Problem('not_found');
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
