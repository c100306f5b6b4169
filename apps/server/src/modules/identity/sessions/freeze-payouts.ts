import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

const freezeHours = 24;

/** Stops payouts, for a day where nothing else is said, and never shortens a longer stop. Answers until when. */
export async function freezePayouts(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
  hours = freezeHours,
): Promise<Date> {
  const until = new Date(clock.now().getTime() + hours * 3_600_000);
  const { rows } = await sql<{ until: Date }>`
    update users set payouts_frozen_until = greatest(payouts_frozen_until, ${until}) where id = ${userId}
    returning greatest(payouts_frozen_until, staff_freeze_until) as until
  `.execute(db);
  return rows[0]?.until ?? until;
}

/** The moment before which nothing may be paid out. Undefined: payouts are free, as far as this goes. */
export async function payoutsFrozenUntil(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select greatest(payouts_frozen_until, staff_freeze_until) as until from users where id = ${userId}
  `.execute(db);
  const until = rows[0]?.until ?? undefined;
  return until !== undefined && until > clock.now() ? until : undefined;
}

/** Of these people those whose payouts are frozen now, and those who have frozen their account. */
export async function frozenAmong(
  db: QueryExecutorProvider,
  { clock }: Pick<Platform, 'clock'>,
  userIds: readonly string[],
): Promise<{ readonly payouts: ReadonlySet<string>; readonly accounts: ReadonlySet<string> }> {
  const { rows } = await sql<{ id: string; payouts: boolean; account: boolean }>`
    select id, coalesce(greatest(payouts_frozen_until, staff_freeze_until) > ${clock.now()}, false) as payouts, frozen_at is not null as account
    from users where id = any (${[...new Set(userIds)]}::uuid[])
  `.execute(db);
  const idsWhere = (is: 'payouts' | 'account') => new Set(rows.filter((row) => row[is]).map(({ id }) => id));
  return { payouts: idsWhere('payouts'), accounts: idsWhere('account') };
}

/** Whether the owner has frozen the account: nothing may be traded or paid out until they thaw it. */
export async function isFrozen(db: QueryExecutorProvider, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and frozen_at is not null`.execute(db);
  return rows.length > 0;
}
