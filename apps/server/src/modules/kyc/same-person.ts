import { type QueryExecutorProvider, sql } from 'kysely';
import type { ApplicationRow } from './application.ts';

/** By what an application of another account seems to be of the same person. */
export const alikeKinds = ['number', 'file', 'person'] as const;

export interface Alike {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly stage: ApplicationRow['stage'];
  readonly by: readonly (typeof alikeKinds)[number][];
}

const shownMax = 10;
/** Of one birthday; an exchange with a million people has some fifty of each. */
const namesakesMax = 2_000;

/**
 * Applications of other accounts with the same document, the same file or the same name and birthday, the newest first. What its owner called off counts too:
 * it was shown.
 */
export async function alikeOf(
  db: QueryExecutorProvider,
  { id, userId, documentMark, person }: Pick<ApplicationRow, 'id' | 'userId' | 'documentMark' | 'person'>,
): Promise<Alike[]> {
  const namesakes = await namesakesOf(db, { userId, person });
  const { rows } = await sql<Alike>`
    with found as (
      select id, 'number' as by from kyc_applications where document_mark = ${documentMark}
      union
      select theirs.application_id, 'file' from kyc_documents theirs join kyc_documents mine using (sha256) where mine.application_id = ${id}
      union
      select unnest(${namesakes}::uuid[]), 'person'
    )
    select own.id, own.user_id as "userId", username, stage, array_agg(found.by order by found.by) as by
    from found join kyc_applications own using (id) join users on users.id = own.user_id
    where own.user_id <> ${userId}
    group by own.id, users.id
    order by own.created_at desc, own.id limit ${shownMax}
  `.execute(db);
  return rows;
}

/** Names are compared here: how a database folds letters depends on its locale. */
async function namesakesOf(
  db: QueryExecutorProvider,
  { userId, person }: Pick<ApplicationRow, 'userId' | 'person'>,
): Promise<string[]> {
  if (!person) return [];
  const { rows } = await sql<{ id: string; first: string; last: string }>`
    select id, first_name as first, last_name as last from kyc_applications
    where birthday = ${person.birthday} and submitted_at is not null and user_id <> ${userId} and first_name is not null
    order by created_at desc limit ${namesakesMax}
  `.execute(db);
  const wanted = nameKey(person.first_name, person.last_name);
  return rows.filter(({ first, last }) => nameKey(first, last) === wanted).map(({ id }) => id);
}

/** The same for a name with and without accents and hyphens, and for its parts in either order. */
function nameKey(first: string, last: string): string {
  const words = `${first} ${last}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (words.match(/\p{L}+/gu) ?? []).sort().join(' ');
}
