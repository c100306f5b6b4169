import { type QueryExecutorProvider, sql } from 'kysely';

/** The last batch whose notices are kept. An exchange that has never been followed is followed from `begin` on. */
export async function openNoticeCheckpoint(db: QueryExecutorProvider, begin: number): Promise<number> {
  await sql`insert into notice_checkpoint (batch) values (${begin}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ batch: number }>`
    select batch::float8 as batch from notice_checkpoint
  `.execute(db);
  return rows[0]?.batch ?? begin;
}

/** @throws Error when it is no longer where this server left it. */
export async function moveNoticeCheckpoint(
  db: QueryExecutorProvider,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { rows } = await sql`
    update notice_checkpoint set batch = ${to} where batch = ${from} returning batch
  `.execute(db);
  if (rows.length === 0) throw new Error(`The checkpoint of the notices is no longer at batch ${from}.`);
}
