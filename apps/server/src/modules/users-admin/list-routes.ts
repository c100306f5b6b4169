import { languageHeader, userAdminEndpoints } from '@emporion/contracts/rest';
import { recordStaffAction } from '#modules/audit/index.ts';
import { batches, type CountedTable, ExportSender, ExportWords } from '#modules/exports/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { countExactly, countUsers, listUsers, type UserFilter } from './list-users.ts';
import { listedUser } from './listed-user.ts';
import { type Sight, sightOf } from './user-rows.ts';

const limits = { rateLimitPerMinute: 10 };

export function addListRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const sender = new ExportSender(platform);

  serveEndpoint(app, userAdminEndpoints.list, async ({ caller, query: { limit, cursor, ...filter } }) => {
    const sight = sightOf(caller);
    const [{ rows, next }, counted] = await Promise.all([
      listUsers(database.kysely, { filter, sight, limit, cursor }),
      cursor === undefined ? countUsers(database.kysely, { filter, sight }) : undefined,
    ]);
    return {
      results: rows.map((row) => listedUser(row, sight, platform.clock.now())),
      next,
      count: counted?.count ?? null,
      count_is_exact: counted?.isExact ?? false,
    };
  });

  serveEndpoint(
    app,
    userAdminEndpoints.export,
    async ({ caller, query: filter, body: { reason, confirmation }, request, reply }) => {
      const { userId } = caller;
      const sight = sightOf(caller);
      const origin = originOf(request);
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const { search, ...plain } = given as { search?: string };
      await requireConfirmation(
        platform,
        { userId, action: 'back_office', confirmation, origin },
        (transaction) =>
          recordStaffAction(transaction, platform, {
            ...{ action: 'users_exported', actorId: userId, origin, reason },
            after: { ...plain, personal: sight.persons },
            ...(search !== undefined && { personal: { after: { search } } }),
          }),
      );
      const words = new ExportWords({
        ...{ language: requestLanguage(request.headers[languageHeader]), timeZone: 'UTC', now: clock.now() },
        brand: settingsOf(platform).name,
      });
      const prepare = () => usersTable(platform, { filter, sight, words });
      return sender.send({ userId, format: 'csv', words, reply, prepare });
    },
    limits,
  );
}

/** The names of the columns are those of the API, in every language: programs read them. */
const columns = [
  ...['id', 'username', 'email', 'first_name', 'last_name', 'phone', 'country', 'status', 'kyc_status'],
  ...[
    'second_factor',
    'trading_enabled',
    'withdrawal_enabled',
    'payouts_frozen_until',
    'flagged',
    'labels',
    'roles',
  ],
  ...['registered', 'last_login'],
] as const;

async function usersTable(
  { database, clock }: Platform,
  { filter, sight, words }: { filter: UserFilter; sight: Sight; words: ExportWords },
): Promise<CountedTable> {
  return {
    count: await countExactly(database.kysely, { filter, sight }),
    table: (signal) => ({
      fileName: words.fileName('users'),
      title: 'users',
      notes: [],
      columns: columns.map((label) => ({ label, kind: isTime(label) ? 'time' : 'text' })),
      rows: cells(
        batches((page) => listUsers(database.kysely, { filter, sight, ...page }), signal),
        { sight, now: clock.now() },
      ),
      ...words.shared(),
    }),
  };
}

const isTime = (label: string) =>
  label === 'registered' || label === 'last_login' || label === 'payouts_frozen_until';

type Row = Awaited<ReturnType<typeof listUsers>>['rows'][number];

async function* cells(pages: AsyncGenerator<readonly Row[]>, { sight, now }: { sight: Sight; now: Date }) {
  for await (const rows of pages)
    yield rows.map((row) => {
      const user = listedUser(row, sight, now);
      return columns.map((label) => {
        const value = user[label];
        if (value === null) return null;
        if (isTime(label)) return Date.parse(String(value));
        return Array.isArray(value) ? value.join(' ') : String(value);
      });
    });
}
