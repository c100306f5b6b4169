import { type QueryExecutorProvider, sql } from 'kysely';

/** Whoever sets alerts that fire at once would have us write without end, and the codes of others wait behind those mails. */
const mailsPerHour = 10;

/** Takes one of the mails that an owner gets within an hour. False when none is left. */
export async function takeMailOf(
  db: QueryExecutorProvider,
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  const isOver = sql`alert_mails.since <= ${at}::timestamptz - interval '1 hour'`;
  const { rows } = await sql`
    insert into alert_mails (user_id, since, mails) values (${userId}, ${at}, 1)
    on conflict (user_id) do update set
      since = case when ${isOver} then excluded.since else alert_mails.since end,
      mails = case when ${isOver} then 1 else alert_mails.mails + 1 end
    where ${isOver} or alert_mails.mails < ${mailsPerHour}
    returning user_id
  `.execute(db);
  return rows.length > 0;
}
