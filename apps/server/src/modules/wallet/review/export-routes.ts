import {
  depositReviewEndpoints,
  languageHeader,
  type ReviewedDeposit,
  type ReviewedWithdrawal,
  withdrawalReviewEndpoints,
} from '@emporion/contracts/rest';
import type { FastifyReply } from 'fastify';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { batches, ExportSender, ExportWords } from '#modules/exports/index.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Page, PageRequest } from '#platform/paging/page.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { countDeposits, listReviewedDeposits } from './list-deposits.ts';
import { countWithdrawals, listWithdrawals } from './list-withdrawals.ts';

const limits = { rateLimitPerMinute: 10 };

type Cell = string | number | null;
/** The names of the columns are those of the API, in every language: programs read them. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const shared: Columns<ReviewedWithdrawal | ReviewedDeposit> = {
  id: ({ id }) => id,
  date: ({ date }) => Date.parse(date),
  user: ({ user }) => user?.id ?? null,
  username: ({ user }) => user?.username ?? null,
  currency: ({ currency }) => currency,
  network: ({ network }) => network,
  amount: ({ amount }) => amount,
  fee: ({ fee }) => fee,
  status: ({ status }) => status,
  stage: ({ stage }) => stage,
  reason: ({ reason }) => reason,
  address: ({ address }) => address,
  memo: ({ memo }) => memo,
  hash: ({ hash }) => hash,
  confirmations: ({ confirmations }) => String(confirmations),
};

const withdrawalColumns: Columns<ReviewedWithdrawal> = {
  ...shared,
  value: ({ value }) => value,
  internal: ({ internal }) => String(internal),
  decided_by: ({ decision }) => decision?.by ?? null,
  decision_reason: ({ decision }) => decision?.reason ?? null,
};

const depositColumns: Columns<ReviewedDeposit> = {
  ...shared,
  contract: ({ contract }) => contract,
  chain_amount: ({ chain_amount }) => chain_amount,
  decided_by: ({ decision }) => decision?.by ?? null,
  decision_reason: ({ decision }) => decision?.reason ?? null,
};

/** Lists of staff as files, with a reason and a fresh code: what is on somebody's disk is out of our hands. */
export function addReviewExports(app: App, platform: Platform): void {
  const sender = new ExportSender(platform);
  const { kysely } = platform.database;

  interface List<Row> {
    readonly name: string;
    readonly columns: Columns<Row>;
    count(): Promise<number>;
    page(request: PageRequest): Promise<Page<Row>>;
  }

  async function send<Row>(call: StaffCall & { query: object; reply: FastifyReply }, list: List<Row>) {
    const { name, columns } = list;
    const asked = Object.entries(call.query).filter(([, value]) => value !== undefined);
    await makeStaffChange(platform, call, async () => ({
      action: `${name}_exported`,
      after: Object.fromEntries(asked) as Record<string, string>,
    }));
    const language = requestLanguage(call.request.headers[languageHeader]);
    const words = new ExportWords({
      language,
      timeZone: 'UTC',
      now: platform.clock.now(),
      brand: settingsOf(platform).name,
    });
    const rows = async function* (signal: AbortSignal) {
      for await (const page of batches(list.page, signal))
        yield page.map((row) => Object.values(columns).map((cell) => cell(row)));
    };
    return sender.send({
      ...{ userId: call.caller.userId, format: 'csv', words, reply: call.reply },
      prepare: async () => ({
        count: await list.count(),
        table: (signal) => ({
          ...{ fileName: words.fileName(name), title: name, notes: [], rows: rows(signal) },
          columns: Object.keys(columns).map((label) => ({ label, kind: label === 'date' ? 'time' : 'text' })),
          ...words.shared(),
        }),
      }),
    });
  }

  serveEndpoint(
    app,
    withdrawalReviewEndpoints.export,
    (call) =>
      send(call, {
        ...{ name: 'withdrawals', columns: withdrawalColumns },
        count: () => countWithdrawals(kysely, call.query),
        page: async (page) => {
          const { results, next } = await listWithdrawals(kysely, {
            ...call.query,
            ...page,
            cursor: page.cursor,
          });
          return { rows: results, next };
        },
      }),
    limits,
  );
  serveEndpoint(
    app,
    depositReviewEndpoints.export,
    (call) =>
      send(call, {
        ...{ name: 'deposits', columns: depositColumns },
        count: () => countDeposits(platform, call.query),
        page: async (page) => {
          const { results, next } = await listReviewedDeposits(platform, {
            ...call.query,
            ...page,
            cursor: page.cursor,
          });
          return { rows: results, next };
        },
      }),
    limits,
  );
}
