import { auditEndpoints, languageHeader } from '@emporion/contracts/rest';
import { ExportSender, ExportWords } from '#modules/exports/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { auditTable } from './audit-table.ts';
import { listActions } from './list-actions.ts';
import { recordStaffAction } from './record-action.ts';

const limits = { rateLimitPerMinute: 10 };

const seesPersons = ({ capabilities }: Caller): boolean => capabilities?.has('users.personal') ?? false;

export function addAuditRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const sender = new ExportSender(platform);

  serveEndpoint(app, auditEndpoints.list, ({ caller, query: { limit, cursor, ...filter } }) =>
    listActions(database.kysely, { filter, limit, cursor, personal: seesPersons(caller) }),
  );

  serveEndpoint(
    app,
    auditEndpoints.export,
    async ({ caller, query: filter, body: { reason, confirmation }, request, reply }) => {
      const { userId } = caller;
      // Who took the log away is in it.
      const origin = originOf(request);
      await requireConfirmation(
        platform,
        { userId, action: 'back_office', confirmation, origin },
        (transaction) =>
          recordStaffAction(transaction, platform, {
            ...{ action: 'audit_exported', actorId: userId, origin, reason },
            after: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value ?? null])),
          }),
      );
      const words = new ExportWords({
        ...{ language: requestLanguage(request.headers[languageHeader]), timeZone: 'UTC', now: clock.now() },
        brand: settingsOf(platform).name,
      });
      const prepare = () => auditTable(database.kysely, { filter, words, personal: seesPersons(caller) });
      return sender.send({ userId, format: 'csv', words, reply, prepare });
    },
    limits,
  );
}
