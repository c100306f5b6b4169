import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Sight } from './user-rows.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const phoneShape = /^\+?[0-9 ().-]{6,24}$/;

/** Of each way to be found, the first ones: whoever gets more writes more. */
const foundMax = 200;

/**
 * Ids of the users whom a text names. What somebody knows as a whole (an address of mail, a phone number, a transaction) finds its user for everybody; the beginning of
 * a name or an address only for whoever may see who people are, for it would tell them.
 */
export async function findUsers(
  db: QueryExecutorProvider,
  text: string,
  { persons }: Sight,
): Promise<string[]> {
  const ways = [...exactly(text), ...(persons ? fromTheBeginning(text) : [])].map(
    (way) => sql`(select id from (${way}) as way limit ${foundMax})`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(ways, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}

function exactly(text: string): RawBuilder<unknown>[] {
  // Chains differ in whether capitals count; a hash that was copied from an explorer may have some.
  const spellings = [...new Set([text, text.toLowerCase()])];
  const phone = `+${text.replaceAll(/\D/g, '')}`;
  return [
    sql`select id from users where lower(email collate "C") = lower(${text} collate "C")`,
    sql`select id from users where lower(username) collate "C" = lower(${text})`,
    sql`select user_id as id from chain_addresses where address = any (${spellings}::text[]) and user_id is not null`,
    sql`select user_id as id from deposits where transaction_id = any (${spellings}::text[]) and user_id is not null`,
    sql`
      select withdrawals.user_id as id from payouts join withdrawals on withdrawals.payout_id = payouts.id
      where payouts.transaction_id = any (${spellings}::text[])
    `,
    ...(phoneShape.test(text) ? [sql`select id from users where phone collate "C" = ${phone}`] : []),
    ...(uuid.test(text)
      ? [
          sql`select id from users where id = ${text}`,
          sql`select user_id as id from withdrawals where id = ${text}`,
          sql`select user_id as id from deposits where id = ${text} and user_id is not null`,
        ]
      : []),
  ];
}

function fromTheBeginning(text: string): RawBuilder<unknown>[] {
  const start = (words: string) => sql`lower(${`${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
  const [first = '', ...rest] = text.split(/\s+/);
  const begins = (column: string, words: string) =>
    sql`lower(${sql.ref(column)}) collate "C" like ${start(words)}`;
  return [
    ...['username', 'first_name', 'last_name'].map(
      (column) =>
        sql`select id from users where ${begins(column, text)} order by lower(${sql.ref(column)}) collate "C"`,
    ),
    sql`select id from users where lower(email collate "C") like ${start(text)} order by lower(email collate "C")`,
    ...(rest.length > 0
      ? [
          sql`select id from users where ${begins('first_name', first)} and ${begins('last_name', rest.join(' '))}`,
        ]
      : []),
  ];
}
