import { type QueryExecutorProvider, sql } from 'kysely';
import {
  accountTransaction,
  noteSecurityChange,
  type Origin,
  recordSecurityEvent,
  requireUser,
} from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { readPolicy } from '../withdrawals/policy.ts';
import { columns, type SavedAddress } from './address-book.ts';

/** Removes an address, and tells its owner by mail. @throws Problem not_found; too_many_requests. */
export function removeAddress(
  platform: Platform,
  { userId, id, origin }: { userId: string; id: string; origin: Origin },
): Promise<void> {
  return accountTransaction(platform, { userId }, async (transaction) => {
    const user = await requireUser(transaction, userId);
    const { rows } = await sql<SavedAddress>`
      delete from saved_addresses where id = ${id} and user_id = ${userId} returning ${columns}
    `.execute(transaction);
    const [removed] = rows;
    if (!removed) throw new Problem('not_found');
    await noteSecurityChange(transaction, platform, {
      ...{ user, origin, details: detailsOf(removed) },
      ...{ event: 'saved_address_removed', notice: 'saved_address_removed' },
    });
  });
}

/** Removes those that were added since a moment, or whose waiting time is not over, whoever added them: a stranger was in the account. */
export async function removeYoungAddresses(
  db: QueryExecutorProvider,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<void> {
  const { addressDelayHours } = await readPolicy(db);
  const waitsSince = new Date(now.getTime() - addressDelayHours * 3_600_000);
  const { rows } = await sql<SavedAddress>`
    delete from saved_addresses
    where user_id = ${userId} and created_at > least(${since}::timestamptz, ${waitsSince}::timestamptz)
    returning ${columns}
  `.execute(db);
  for (const removed of rows)
    await recordSecurityEvent(db, {
      ...{ event: 'saved_address_removed', userId, origin: null, details: detailsOf(removed) },
    });
}

function detailsOf({ label, coin: currency, network, address, memo }: SavedAddress) {
  return { label, currency, network, address, memo };
}
