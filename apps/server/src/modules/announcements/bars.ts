import { type QueryExecutorProvider, sql } from 'kysely';
import { signal } from '#platform/signals/signals.ts';
import { insertRow, type Texts } from './announcement-rows.ts';

interface Bar {
  readonly title: Texts;
  readonly text: Texts;
  readonly by: string;
  readonly now: Date;
}

/** Puts the bar of an incident above every page, which readers cannot close. Staff find it among the announcements. */
export async function showBar(db: QueryExecutorProvider, { title, text, by, now }: Bar): Promise<string> {
  const { id } = await insertRow(db, {
    content: {
      ...{ title, text, kind: 'bar', audience: 'everyone', countries: [], tiers: [] },
      ...{ from: now, to: null, isDraft: false, isIncident: true },
    },
    ...{ by, now },
  });
  await signal(db, 'announcements_changed', id);
  return id;
}

/** What it says now. One that staff ended stays ended. */
export async function changeBar(
  db: QueryExecutorProvider,
  id: string,
  { text, by, now }: Omit<Bar, 'title'>,
): Promise<void> {
  await sql`
    update announcements set text = ${JSON.stringify(text)}::jsonb, version = version + 1, changed_at = ${now}, changed_by = ${by}
    where id = ${id}::bigint and ended_at is null
  `.execute(db);
  await signal(db, 'announcements_changed', id);
}

export async function endBar(
  db: QueryExecutorProvider,
  id: string,
  { by, now }: Pick<Bar, 'by' | 'now'>,
): Promise<void> {
  await sql`
    update announcements set ended_at = ${now}, version = version + 1, changed_at = ${now}, changed_by = ${by}
    where id = ${id}::bigint and ended_at is null
  `.execute(db);
  await signal(db, 'announcements_changed', id);
}
