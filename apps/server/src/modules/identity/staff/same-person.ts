import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Whether an account seems to belong to the same person as one of the others: both were used in one browser, get codes at one phone number, or have mailboxes
 * that differ by a tag (`ann+staff@…`) alone.
 */
export async function sharesPerson(
  db: QueryExecutorProvider,
  { userId, others }: { readonly userId: string; readonly others: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    with other as (select id, phone, phone_verified_at, email from users where id = any (${[...others]}::uuid[]) and id <> ${userId})
    select from other join users mine on mine.id = ${userId}
    where (mine.phone = other.phone and mine.phone_verified_at is not null and other.phone_verified_at is not null)
      or ${mailbox('mine.email')} = ${mailbox('other.email')}
      or exists (
        select from user_sessions theirs join user_sessions own using (browser_id)
        where theirs.user_id = other.id and own.user_id = mine.id
      )
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Whether an account belongs to somebody, as far as can be told; nobody decides alone about money of their own. */
export async function isSamePerson(
  db: QueryExecutorProvider,
  { userId, others }: { readonly userId: string; readonly others: readonly (string | null)[] },
): Promise<boolean> {
  const accounts = others.filter((each) => each !== null);
  return accounts.includes(userId) || (await sharesPerson(db, { userId, others: accounts }));
}

const mailbox = (column: string) => sql`lower(regexp_replace(${sql.ref(column)}, '\\+[^@]*@', '@'))`;
