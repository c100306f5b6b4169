import { type QueryExecutorProvider, sql } from 'kysely';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Somebody by id or name, whatever became of the account. Undefined: nobody. */
export async function findNamedUser(db: QueryExecutorProvider, text: string): Promise<string | undefined> {
  if (uuid.test(text)) return text.toLowerCase();
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(username) = lower(${text}) order by closed_at desc nulls first limit 1
  `.execute(db);
  return rows[0]?.id;
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}
