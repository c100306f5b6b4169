import type { AnnouncedTransfer } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { readPlace, writePlace } from '#modules/wallet/index.ts';
import { announcedStatus, findReference, knownPrefixes, whatArrived } from './announce.ts';

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** As it was written on a payment, or a part of a text with it. */
  readonly reference?: string | undefined;
  /** Only those of which nothing has arrived. */
  readonly open?: 'true' | undefined;
}

/** What users said that they would send, newest first. */
export async function listAnnounced(
  db: QueryExecutorProvider,
  { limit, cursor, reference, open }: Asked,
): Promise<{ results: AnnouncedTransfer[]; next: string | null }> {
  const after = readPlace(cursor);
  const wanted =
    reference === undefined
      ? sql`true`
      : sql`own.reference = ${findReference(reference, await knownPrefixes(db)) ?? ''}`;
  const { rows } = await sql<Omit<AnnouncedTransfer, 'date'> & { date: Date }>`
    select own.id, own.created_at as date, own.currency, trim_scale(own.amount)::text as amount, own.reference,
      ${announcedStatus} as status,
      json_build_object('id', users.id, 'username', users.username) as user
    from bank_deposits own join users on users.id = own.user_id
    ${whatArrived}
    where ${wanted} and ${open === 'true' ? sql`own.expired_at is null and arrived.waits is null` : sql`true`}
      and ${after ? sql`(own.created_at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    order by own.created_at desc, own.id desc limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    results: shown.map((row) => ({ ...row, date: row.date.toISOString() })),
    next: last ? writePlace({ rank: 0, at: last.date, id: last.id }) : null,
  };
}
