import { type Incident, incidentDays } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type Texts = Readonly<{ en: string } & Partial<Record<Language, string>>>;

export interface UpdateRow {
  readonly state: Incident['state'];
  readonly text: Texts;
  readonly time: string;
  readonly by: { readonly id: string; readonly username: string } | null;
}

export interface IncidentRow {
  readonly id: string;
  readonly title: Texts;
  readonly impact: Incident['impact'];
  readonly parts: Incident['parts'];
  readonly state: Incident['state'];
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly announcementId: string | null;
  readonly version: number;
  readonly updates: readonly UpdateRow[];
}

const selected = sql`
  select incidents.id::text as id, title, impact, parts, state, started_at as "startedAt", resolved_at as "resolvedAt",
    announcement_id::text as "announcementId", version,
    coalesce((
      select json_agg(json_build_object(
        'state', told.state, 'text', told.text,
        'time', to_char(told.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', case when told.written_by is null then null else json_build_object('id', told.written_by, 'username', coalesce(users.username, '')) end
      ) order by told.id desc)
      from incident_updates told left join users on users.id = told.written_by where told.incident_id = incidents.id
    ), '[]') as updates
  from incidents
`;

/** So many are shown at most; whoever has more of them in three months writes too small ones. */
const shownMax = 100;

/** Open ones first, then those of the last months, the newest first. */
export async function listLately(db: QueryExecutorProvider, now: Date): Promise<IncidentRow[]> {
  const since = new Date(now.getTime() - incidentDays * 86_400_000);
  const { rows } = await sql<IncidentRow>`
    ${selected} where resolved_at is null or resolved_at > ${since}
    order by resolved_at is not null, id desc limit ${shownMax}
  `.execute(db);
  return rows;
}

export async function listIncidents(
  db: QueryExecutorProvider,
  { before, open, limit }: { before: string | undefined; open: boolean | undefined; limit: number },
): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    ${selected}
    where (${before ?? null}::bigint is null or incidents.id < ${before ?? null}::bigint)
      and (${open ?? null}::boolean is null or (resolved_at is null) = ${open ?? null}::boolean)
    order by incidents.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function findIncident(
  db: QueryExecutorProvider,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<IncidentRow | undefined> {
  const { rows } = await sql<IncidentRow>`${selected} where incidents.id = ${id}::bigint ${lock}`.execute(db);
  return rows[0];
}

export type Told = Pick<IncidentRow, 'impact' | 'parts' | 'state'> & {
  readonly text: Texts;
  readonly by: string;
  readonly now: Date;
};

const endOf = ({ state, now }: Told): Date | null => (state === 'resolved' ? now : null);

export async function insertIncident(db: QueryExecutorProvider, title: Texts, told: Told): Promise<string> {
  const { impact, parts, state, now } = told;
  const { rows } = await sql<{ id: string }>`
    insert into incidents (title, impact, parts, state, started_at, resolved_at)
    values (${JSON.stringify(title)}::jsonb, ${impact}, ${parts}::text[], ${state}, ${now}, ${endOf(told)})
    returning id::text as id
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An incident was not kept.');
  await insertUpdate(db, row.id, told);
  return row.id;
}

export async function updateIncident(db: QueryExecutorProvider, id: string, told: Told): Promise<void> {
  const { impact, parts, state } = told;
  await sql`
    update incidents set impact = ${impact}, parts = ${parts}::text[], state = ${state}, resolved_at = ${endOf(told)}, version = version + 1
    where id = ${id}::bigint
  `.execute(db);
  await insertUpdate(db, id, told);
}

async function insertUpdate(
  db: QueryExecutorProvider,
  id: string,
  { state, text, by, now }: Told,
): Promise<void> {
  await sql`
    insert into incident_updates (incident_id, state, text, written_at, written_by)
    values (${id}::bigint, ${state}, ${JSON.stringify(text)}::jsonb, ${now}, ${by})
  `.execute(db);
}

export async function keepBar(
  db: QueryExecutorProvider,
  id: string,
  announcementId: string | null,
): Promise<void> {
  await sql`
    update incidents set announcement_id = ${announcementId}::bigint where id = ${id}::bigint
  `.execute(db);
}

/** As anybody reads it: in their language, and without who wrote it. */
export function incidentIn(row: IncidentRow, language: Language): Incident {
  const { id, title, impact, parts, state, startedAt, resolvedAt, updates } = row;
  return {
    ...{ id, title: title[language] ?? title.en, impact, parts, state },
    ...{ started: startedAt.toISOString(), resolved: resolvedAt?.toISOString() ?? null },
    updates: updates.map((told) => ({
      ...{ state: told.state, time: told.time },
      text: told.text[language] ?? told.text.en,
    })),
  };
}
