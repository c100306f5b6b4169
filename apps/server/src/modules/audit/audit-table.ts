import type { QueryExecutorProvider } from 'kysely';
import { batches, type CountedTable, type ExportWords } from '#modules/exports/index.ts';
import { type AuditFilter, countActions, listActions } from './list-actions.ts';

/** The names of the columns are those of the API, in every language: programs and auditors read them. */
const columns = [
  ...[
    { label: 'number', kind: 'number' },
    { label: 'time', kind: 'time' },
    { label: 'action', kind: 'text' },
  ],
  ...['actor', 'actor_name', 'user', 'object', 'approval', 'reason', 'before', 'after'].map((label) => ({
    ...{ label, kind: 'text' },
  })),
  ...['address', 'place', 'device', 'hash'].map((label) => ({ label, kind: 'text' })),
] as const satisfies readonly { label: string; kind: string }[];

export async function auditTable(
  database: QueryExecutorProvider,
  { filter, words, personal }: { filter: AuditFilter; words: ExportWords; personal: boolean },
): Promise<CountedTable> {
  return {
    count: await countActions(database, filter),
    table: (signal) => ({
      fileName: words.fileName('audit'),
      title: 'audit',
      notes: [],
      columns: columns.map(({ label, kind }) => ({ label, kind: kind as 'text' })),
      rows: cells(
        batches(async (page) => {
          const { results, next } = await listActions(database, { filter, ...page, personal });
          return { rows: results, next };
        }, signal),
      ),
      ...words.shared(),
    }),
  };
}

type Entry = Awaited<ReturnType<typeof listActions>>['results'][number];

async function* cells(pages: AsyncGenerator<readonly Entry[]>) {
  for await (const entries of pages)
    yield entries.map((entry) => [
      ...[String(entry.number), Date.parse(entry.time), entry.action, entry.actor.id, entry.actor.username],
      ...[entry.user, entry.object, entry.approval, entry.reason],
      ...[JSON.stringify(entry.before), JSON.stringify(entry.after)],
      ...[entry.address, entry.place, entry.device, entry.hash],
    ]);
}
