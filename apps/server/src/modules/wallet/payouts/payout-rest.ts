import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

const restHours = 24;

/** A time in which nothing is paid out, in any coin, and why. */
export interface PayoutRest {
  readonly until: Date;
  readonly cause: 'recovery_begun' | 'recovery_finished';
  /** The user name of the member of staff whose account was recovered. */
  readonly username: string;
}

type Db = QueryExecutorProvider;
type Needs = Pick<Platform, 'clock'>;

/** Starts a rest of payouts of 24 hours. No call ends a rest: it is a row, survives restarts and holds in every process. Returns its end. */
export async function restPayouts(
  db: Db,
  { clock }: Needs,
  { cause, userId }: { readonly cause: PayoutRest['cause']; readonly userId: string },
): Promise<Date> {
  const now = clock.now();
  const until = new Date(now.getTime() + restHours * 3_600_000);
  await sql`
    insert into payout_rests (cause, user_id, began_at, until) values (${cause}, ${userId}, ${now}, ${until})
  `.execute(db);
  return until;
}

/** The rest that lasts longest, if payouts rest now. */
export async function findPayoutRest(db: Db, { clock }: Needs): Promise<PayoutRest | undefined> {
  const { rows } = await sql<PayoutRest>`
    select until, cause, username from payout_rests join users on users.id = user_id
    where until > ${clock.now()} order by until desc limit 1
  `.execute(db);
  return rows[0];
}
