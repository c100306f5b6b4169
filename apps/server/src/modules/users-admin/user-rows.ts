import type { ListedUser, StaffRole, userStatuses } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';

export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly country: string;
  readonly birthday: string;
  readonly language: 'en';
  readonly status: (typeof userStatuses)[number];
  readonly erased: boolean;
  readonly kycStatus: ListedUser['kyc_status'];
  readonly kycLevel: number;
  readonly secondFactor: boolean;
  readonly frozenByOwner: boolean;
  readonly tradingEnabled: boolean;
  readonly withdrawalEnabled: boolean;
  readonly payoutsFrozenUntil: Date | null;
  readonly staffFreezeUntil: Date | null;
  readonly flagged: boolean;
  readonly labels: readonly string[];
  readonly roles: readonly StaffRole[];
  readonly version: number;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

export const userColumns = sql`
  id, username, email, first_name as "firstName", last_name as "lastName", phone, phone_verified_at is not null as "phoneVerified", country,
  birthday::text as birthday, language, status, erased_at is not null as erased, kyc_status as "kycStatus", kyc_level as "kycLevel",
  second_factor as "secondFactor", frozen_at is not null as "frozenByOwner", trading_enabled as "tradingEnabled",
  withdrawal_enabled as "withdrawalEnabled", greatest(payouts_frozen_until, staff_freeze_until) as "payoutsFrozenUntil",
  staff_freeze_until as "staffFreezeUntil", flagged, labels, roles, staff_version as version, created_at as "createdAt",
  last_login_at as "lastLoginAt"
`;

/** What a caller may know of users. */
export interface Sight {
  /** Names, addresses of mail and network, phones. */
  readonly persons: boolean;
  /** Accounts with a role. */
  readonly staff: boolean;
}

export function sightOf({ capabilities }: Pick<Caller, 'capabilities'>): Sight {
  return {
    persons: capabilities?.has('users.personal') ?? false,
    staff: capabilities?.has('staff.read') ?? false,
  };
}

/** @throws Problem account_not_found, also for an account of staff whom the caller may not see. */
export async function requireListed(db: QueryExecutorProvider, id: string, sight: Sight): Promise<UserRow> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row || (row.roles.length > 0 && !sight.staff)) throw new Problem('account_not_found');
  return row;
}
