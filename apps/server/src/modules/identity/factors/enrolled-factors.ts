import { type QueryExecutorProvider, sql } from 'kysely';

export interface EnrolledFactors {
  readonly totp: boolean;
  readonly sms: boolean;
  readonly email: boolean;
  readonly passkeys: number;
  readonly backupCodesLeft: number;
  readonly address: string;
  readonly phone: string | null;
}

const nobody: EnrolledFactors = {
  totp: false,
  sms: false,
  email: false,
  passkeys: 0,
  backupCodesLeft: 0,
  address: '',
  phone: null,
};

/** One question for all tables, because a login asks it every time. */
export async function enrolledFactors(db: QueryExecutorProvider, userId: string): Promise<EnrolledFactors> {
  const { rows } = await sql<EnrolledFactors>`
    select
      exists (select from totp_factors t where t.user_id = u.id and t.confirmed_at is not null) as totp,
      u.sms_factor as sms,
      u.email_factor as email,
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*)::int from backup_codes b where b.user_id = u.id and b.used_at is null) as "backupCodesLeft",
      u.email as address,
      u.phone
    from users u
    where u.id = ${userId}
  `.execute(db);
  return rows[0] ?? nobody;
}
