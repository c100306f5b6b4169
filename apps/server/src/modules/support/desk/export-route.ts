import { languageHeader, ticketDeskEndpoints } from '@emporion/contracts/rest';
import { makeStaffChange } from '#modules/audit/index.ts';
import { batches, type CountedTable, ExportSender, ExportWords } from '#modules/exports/index.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { countDesk, type DeskFilter, type DeskRow, listDesk } from './desk-rows.ts';

const limits = { rateLimitPerMinute: 10 };
/** One more than the most rows that a file has, so that too many are seen as such. */
const countedMax = 1_000_001;

type Cell = string | number | null;

/** The names of the columns are those of the API, in every language: programs read them. Nothing that was written is among them. */
const columns: Readonly<Record<string, (row: DeskRow) => Cell>> = {
  number: ({ number }) => String(number),
  created: ({ createdAt }) => createdAt.getTime(),
  changed: ({ changedAt }) => changedAt.getTime(),
  waiting_since: ({ waitingSince }) => waitingSince?.getTime() ?? null,
  closed: ({ closedAt }) => closedAt?.getTime() ?? null,
  state: ({ state }) => state,
  category: ({ category }) => category,
  priority: ({ priority }) => priority,
  escalated: ({ escalatedAt }) => String(escalatedAt !== null),
  assignee: ({ assigneeName }) => assigneeName,
  user: ({ userId }) => userId,
  about: ({ aboutKind }) => aboutKind,
};
const times = new Set(['created', 'changed', 'waiting_since', 'closed']);

export function addExportRoute(app: App, platform: Platform): void {
  const sender = new ExportSender(platform);
  serveEndpoint(
    app,
    ticketDeskEndpoints.export,
    async (call) => {
      const { caller, query: filter, request, reply } = call;
      const given = Object.entries(filter).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      await makeStaffChange(platform, call, async () => ({
        action: 'tickets_exported',
        after: Object.fromEntries(given),
      }));
      const words = new ExportWords({
        ...{
          language: requestLanguage(request.headers[languageHeader]),
          timeZone: 'UTC',
          now: platform.clock.now(),
          brand: settingsOf(platform).name,
        },
      });
      const { userId } = caller;
      const prepare = () => ticketsTable(platform, { filter, callerId: userId, words });
      return sender.send({ userId, format: 'csv', words, reply, prepare });
    },
    limits,
  );
}

async function ticketsTable(
  { database: { kysely } }: Platform,
  { filter, callerId, words }: { filter: DeskFilter; callerId: string; words: ExportWords },
): Promise<CountedTable> {
  return {
    count: await countDesk(kysely, { filter, callerId, max: countedMax }),
    table: (signal) => ({
      ...{ fileName: words.fileName('tickets'), title: 'tickets', notes: [] },
      columns: Object.keys(columns).map((label) => ({ label, kind: times.has(label) ? 'time' : 'text' })),
      rows: cells(batches((page) => listDesk(kysely, { filter, callerId, ...page }), signal)),
      ...words.shared(),
    }),
  };
}

async function* cells(pages: AsyncGenerator<readonly DeskRow[]>) {
  for await (const rows of pages) yield rows.map((row) => Object.values(columns).map((cell) => cell(row)));
}
