import { announcementEndpoints as endpoints, type StaffAnnouncement } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import type { Transaction } from 'kysely';
import { type AuditValues, makeStaffChange, type StaffAction, type StaffCall } from '#modules/audit/index.ts';
import { isKnownCountry } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { type EndpointInput, serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { signal } from '#platform/signals/signals.ts';
import {
  type AnnouncementRow,
  type Content,
  endRow,
  findRow,
  insertRow,
  listRows,
  lockRow,
  stateOf,
  updateRow,
} from './announcement-rows.ts';
import type { Shown } from './shown.ts';

type Written = EndpointInput<typeof endpoints.add>['body'];
type Changed = Pick<StaffAction, 'action' | 'before' | 'after'> & { readonly id: string };

export function addStaffRoutes(app: App, platform: Platform, shown: Shown): void {
  const { database, clock } = platform;

  /** Makes a change, lets it be seen here before it is answered, and answers with the row that came of it. */
  async function change(call: StaffCall, make: (transaction: Transaction<unknown>) => Promise<Changed>) {
    let row: AnnouncementRow | undefined;
    await makeStaffChange(platform, call, async (transaction) => {
      const { id, ...told } = await make(transaction);
      row = await findRow(transaction, id);
      await signal(transaction, 'announcements_changed', id);
      return { ...told, object: `announcement:${id}` };
    });
    await shown.reload();
    if (row === undefined) throw new Problem('not_found');
    return onWire(row, clock.now());
  }

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor, state } }) => {
    if (cursor !== undefined && !/^[0-9]{1,18}$/.test(cursor))
      throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
    const now = clock.now();
    const rows = await listRows(database.kysely, { state, now, before: cursor, limit: limit + 1 });
    const results = rows.slice(0, limit).map((row) => onWire(row, now));
    return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
  });

  serveEndpoint(app, endpoints.read, async ({ params: { id } }) => {
    const row = await findRow(database.kysely, id);
    if (!row) throw new Problem('not_found');
    return onWire(row, clock.now());
  });

  serveEndpoint(app, endpoints.add, (call) => {
    const content = contentOf(call.body, clock.now());
    return change(call, async (transaction) => {
      const by = call.caller.userId;
      const { id } = await insertRow(transaction, { content, by, now: clock.now() });
      return { id, action: 'announcement_added', after: flat(content) };
    });
  });

  serveEndpoint(app, endpoints.change, (call) => {
    const content = contentOf(call.body, clock.now());
    const { id } = call.params;
    return change(call, async (transaction) => {
      const before = await requireOpen(transaction, id, clock.now());
      if (before.version !== call.body.version) throw new Problem('changed_meanwhile');
      await updateRow(transaction, { id, content, by: call.caller.userId, now: clock.now() });
      return { id, action: 'announcement_changed', ...difference(flat(before), flat(content)) };
    });
  });

  serveEndpoint(app, endpoints.end, (call) => {
    const { id } = call.params;
    return change(call, async (transaction) => {
      const now = clock.now();
      const before = stateOf(await requireOpen(transaction, id, now), now);
      await endRow(transaction, { id, by: call.caller.userId, now });
      return {
        ...{ id, action: 'announcement_ended' },
        ...{ before: { state: before }, after: { state: 'over' } },
      };
    });
  });
}

/** @throws Problem not_found, announcement_over. */
async function requireOpen(transaction: Transaction<unknown>, id: string, now: Date) {
  const row = await lockRow(transaction, id);
  if (!row) throw new Problem('not_found');
  if (stateOf(row, now) === 'over') throw new Problem('announcement_over');
  return row;
}

/** @throws Problem announcement_times_wrong for one that would end before it begins or is over already, country_invalid. */
function contentOf(written: Written, now: Date): Content {
  const { title, text, kind, countries, tiers } = written;
  const from = new Date(written.from);
  const to = written.to === null ? null : new Date(written.to);
  if (to !== null && (to <= from || to <= now))
    throw new Problem('announcement_times_wrong', { fields: { to: { code: 'announcement_times_wrong' } } });
  if (!countries.every(isKnownCountry))
    throw new Problem('country_invalid', { fields: { countries: { code: 'country_invalid' } } });
  const isNarrowed = countries.length > 0 || tiers.length > 0;
  return {
    ...{ title, text, kind, from, to, isDraft: written.draft },
    audience: isNarrowed ? 'users' : written.audience,
    countries: [...new Set(countries)].sort(),
    tiers: [...new Set(tiers)].sort((one, other) => one - other),
  } as Content;
}

/** As the audit log takes it: no objects within objects. */
function flat({ title, text, from, to, isDraft, countries, tiers, kind, audience }: Content): AuditValues {
  const told = languages.flatMap((language) => [
    ...(title[language] === undefined ? [] : [[`title_${language}`, title[language]] as const]),
    ...(text[language] === undefined ? [] : [[`text_${language}`, text[language]] as const]),
  ]);
  return {
    ...{ kind, audience, countries: [...countries], tiers: tiers.map(String), draft: isDraft },
    ...{ from: from.toISOString(), to: to?.toISOString() ?? null },
    ...Object.fromEntries(told),
  };
}

function difference(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = keys.filter((key) => String(before[key] ?? null) !== String(after[key] ?? null));
  const only = (values: AuditValues) =>
    Object.fromEntries(differing.map((key) => [key, values[key] ?? null] as const));
  return { before: only(before), after: only(after) };
}

function onWire(row: AnnouncementRow, now: Date): StaffAnnouncement {
  const { id, version, title, text, kind, audience, countries, tiers, changedBy, changedByName } = row;
  return {
    ...{ id, version, title, text, kind, audience, countries: [...countries], tiers: [...tiers] },
    state: stateOf(row, now),
    from: row.from.toISOString(),
    to: row.to?.toISOString() ?? null,
    changed: row.changedAt.toISOString(),
    changed_by: changedBy === null ? null : { id: changedBy, username: changedByName ?? '' },
  };
}
