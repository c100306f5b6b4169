import { type ExportFormat, exportEndpoints, languageHeader } from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser } from '#modules/identity/index.ts';
import { fillFilterOf, orderFilterOf, ordersHistory, requireSeen } from '#modules/trading/index.ts';
import {
  ledgerHistory,
  movementFilterOf,
  movementHistories,
  readStatement,
  requireKnownFilters,
  requireTimeZone,
} from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { ExportWords } from './export-words.ts';
import { ExportSender } from './send-export.ts';
import type { CountedTable } from './tables/counted-table.ts';
import { movementsTable } from './tables/movements-table.ts';
import { type StatementHolder, statementTable } from './tables/statement-table.ts';
import { ordersTable, tradesTable } from './tables/trading-tables.ts';

/** One is under way at a time; this is for many small ones. */
const limits = { rateLimitPerMinute: 10 };

interface Call {
  readonly query: { readonly format: ExportFormat; readonly time_zone: string };
  readonly caller: { readonly userId: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function addExportRoutes(app: App, platform: Platform): void {
  const sender = new ExportSender(platform);
  const send = (
    { query, caller: { userId }, request, reply }: Call,
    history: string | readonly string[],
    prepare: (words: ExportWords) => Promise<CountedTable>,
  ): Promise<never> => {
    requireTimeZone(query.time_zone);
    const words = new ExportWords({
      language: requestLanguage(request.headers[languageHeader]),
      timeZone: query.time_zone,
      now: platform.clock.now(),
      brand: settingsOf(platform).name,
    });
    const made = async () => {
      await requireSeen(platform, history);
      return prepare(words);
    };
    return sender.send({ userId, format: query.format, words, reply, prepare: made });
  };

  serveEndpoint(
    app,
    exportEndpoints.movements,
    (call) =>
      send(call, movementHistories, async (words) => {
        await requireKnownFilters(platform, call.query);
        const filter = movementFilterOf(call.caller.userId, call.query);
        return movementsTable(platform, { filter, period: call.query, words });
      }),
    limits,
  );

  serveEndpoint(
    app,
    exportEndpoints.orders,
    (call) =>
      send(call, ordersHistory, (words) =>
        ordersTable(platform, {
          ...{ filter: orderFilterOf(call.caller.userId, call.query), period: call.query, words },
        }),
      ),
    limits,
  );

  serveEndpoint(
    app,
    exportEndpoints.trades,
    (call) =>
      send(call, ordersHistory, (words) =>
        tradesTable(platform, {
          ...{ filter: fillFilterOf(call.caller.userId, call.query), period: call.query, words },
        }),
      ),
    limits,
  );

  serveEndpoint(
    app,
    exportEndpoints.statement,
    (call) =>
      send(call, ledgerHistory, async (words) => {
        const { year, in: currency, time_zone: timeZone } = call.query;
        const { userId } = call.caller;
        const statement = await readStatement(platform, { userId, year, currency, timeZone });
        return statementTable(statement, await holderOf(platform, userId), words);
      }),
    limits,
  );
}

async function holderOf({ database }: Platform, userId: string): Promise<StatementHolder> {
  const user = await findUser(database.kysely, userId);
  return { id: userId, name: [user?.firstName, user?.lastName].join(' ').trim(), email: user?.email ?? '' };
}
