import type { ListedUser } from '@emporion/contracts/rest';
import { maskedEmail } from '#modules/identity/index.ts';
import type { Sight, UserRow } from './user-rows.ts';

/** A moment that is still to come. */
export const after = (moment: Date | null, now: Date) =>
  moment !== null && moment > now ? moment.toISOString() : null;

/** A user as staff are shown one. */
export function listedUser(row: UserRow, { persons }: Sight, now: Date): ListedUser {
  return {
    id: row.id,
    username: row.username,
    email: persons ? row.email : maskedEmail(row.email),
    first_name: persons ? row.firstName : null,
    last_name: persons ? row.lastName : null,
    phone: persons ? row.phone : null,
    country: row.country,
    status: row.status,
    erased: row.erased,
    kyc_status: row.kycStatus,
    second_factor: row.secondFactor,
    frozen_by_owner: row.frozenByOwner,
    trading_enabled: row.tradingEnabled,
    withdrawal_enabled: row.withdrawalEnabled,
    payouts_frozen_until: after(row.payoutsFrozenUntil, now),
    flagged: row.flagged,
    labels: [...row.labels],
    roles: [...row.roles],
    registered: row.createdAt.toISOString(),
    last_login: row.lastLoginAt?.toISOString() ?? null,
  };
}
