import { incidentEndpoints as endpoints, type StaffIncident } from '@emporion/contracts/rest';
import { sql, type Transaction } from 'kysely';
import { changeBar, endBar, showBar } from '#modules/announcements/index.ts';
import { makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import {
  findIncident,
  type IncidentRow,
  insertIncident,
  keepBar,
  listIncidents,
  type Told,
  updateIncident,
} from './incident-rows.ts';

/** Staff open incidents and write updates; while a critical one is open, a bar above every page says so. */
export function addIncidentRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;

  async function tell(
    call: StaffCall,
    told: Told,
    make: (transaction: Transaction<unknown>) => Promise<{ id: string; action: string }>,
  ): Promise<StaffIncident> {
    let row: IncidentRow | undefined;
    await makeStaffChange(platform, call, async (transaction) => {
      const { id, action } = await make(transaction);
      row = await findIncident(transaction, id);
      if (row === undefined) throw new Problem('incident_not_found');
      await followWithBar(transaction, row, told);
      const { impact, parts, state, text } = told;
      return { action, object: `incident:${id}`, after: { impact, parts, state, text: text.en } };
    });
    if (row === undefined) throw new Problem('incident_not_found');
    return onWire(row);
  }

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor, open } }) => {
    if (cursor !== undefined && !/^[0-9]{1,18}$/.test(cursor))
      throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
    const isOpen = open === undefined ? undefined : open === 'true';
    const rows = await listIncidents(database.kysely, { before: cursor, open: isOpen, limit: limit + 1 });
    const results = rows.slice(0, limit).map(onWire);
    return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
  });

  serveEndpoint(app, endpoints.read, async ({ params: { id } }) => {
    const row = await findIncident(database.kysely, id);
    if (row === undefined) throw new Problem('incident_not_found');
    return onWire(row);
  });

  serveEndpoint(app, endpoints.open, (call) => {
    const { title, reason: _reason, confirmation: _confirmation, ...told } = call.body;
    const by = { by: call.caller.userId, now: clock.now() };
    return tell(call, { ...told, ...by } as Told, async (transaction) => ({
      id: await insertIncident(transaction, title as IncidentRow['title'], { ...told, ...by } as Told),
      action: 'incident_opened',
    }));
  });

  serveEndpoint(app, endpoints.update, (call) => {
    const { version, reason: _reason, confirmation: _confirmation, ...body } = call.body;
    const told = { ...body, by: call.caller.userId, now: clock.now() } as Told;
    const { id } = call.params;
    return tell(call, told, async (transaction) => {
      const before = await findIncident(transaction, id, sql`for update of incidents`);
      if (before === undefined) throw new Problem('incident_not_found');
      if (before.state === 'resolved') throw new Problem('incident_resolved');
      if (before.version !== version) throw new Problem('changed_meanwhile');
      await updateIncident(transaction, id, told);
      return { id, action: told.state === 'resolved' ? 'incident_closed' : 'incident_updated' };
    });
  });
}

async function followWithBar(transaction: Transaction<unknown>, row: IncidentRow, told: Told): Promise<void> {
  const { id, title, announcementId } = row;
  const isShown = told.impact === 'critical' && told.state !== 'resolved';
  if (isShown && announcementId === null)
    return keepBar(transaction, id, await showBar(transaction, { ...told, title }));
  if (isShown && announcementId !== null) return changeBar(transaction, announcementId, told);
  if (announcementId === null) return;
  await endBar(transaction, announcementId, told);
  // Should it become critical once more, it gets a bar of its own.
  await keepBar(transaction, id, null);
}

function onWire({
  id,
  title,
  impact,
  parts,
  state,
  startedAt,
  resolvedAt,
  version,
  updates,
}: IncidentRow): StaffIncident {
  return {
    ...{ id, title, impact, parts: [...parts], state, version, updates: [...updates] },
    ...{ started: startedAt.toISOString(), resolved: resolvedAt?.toISOString() ?? null },
  };
}
