import { userAdminEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import { listOpenSessions, originOf } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { requireOther } from './change-user.ts';
import { requireListed, sightOf } from './user-rows.ts';

interface NoteRow {
  readonly id: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string | null;
  readonly createdAt: Date;
}

const number = /^[0-9]{1,18}$/;

export function addNoteRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const db = database.kysely;

  serveEndpoint(app, userAdminEndpoints.sessions, async ({ caller, params: { id } }) => {
    const sight = sightOf(caller);
    await requireListed(db, id, sight);
    const sessions = await listOpenSessions(db, { userId: id, now: clock.now() });
    return {
      sessions: sessions.map((session) => ({
        ...{ id: session.id, place: session.place },
        device: sight.persons ? session.device : null,
        address: sight.persons ? session.address : null,
        created: session.createdAt.toISOString(),
        last_used: session.lastUsedAt.toISOString(),
      })),
    };
  });

  serveEndpoint(
    app,
    userAdminEndpoints.notes,
    async ({ caller, params: { id }, query: { limit, cursor } }) => {
      await requireListed(db, id, sightOf(caller));
      if (cursor !== undefined && !number.test(cursor))
        throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
      const { rows } = await sql<NoteRow>`
        select user_notes.id::text, author_id as "authorId", author.username as author, text, user_notes.created_at as "createdAt"
        from user_notes join users author on author.id = author_id
        where user_id = ${id} and (${cursor ?? null}::bigint is null or user_notes.id < ${cursor ?? null}::bigint)
        order by user_notes.id desc limit ${limit + 1}
      `.execute(db);
      const shown = rows.slice(0, limit);
      return { results: shown.map(noteOf), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },
  );

  serveEndpoint(app, userAdminEndpoints.addNote, async ({ caller, params: { id }, body, request }) => {
    const origin = originOf(request);
    await requireOther(platform, { caller, id, origin });
    await requireListed(db, id, sightOf(caller));
    const { userId: authorId } = caller;
    return db.transaction().execute(async (transaction) => {
      const { rows } = await sql<NoteRow>`
        with added as (
          insert into user_notes (user_id, author_id, text, created_at) values (${id}, ${authorId}, ${body.text}, ${clock.now()}) returning *
        )
        select added.id::text, author_id as "authorId", username as author, text, added.created_at as "createdAt"
        from added join users on users.id = author_id
      `.execute(transaction);
      const [added] = rows;
      if (!added) throw new Error('A note was not kept.');
      await recordStaffAction(transaction, platform, {
        ...{ action: 'user_note_added', actorId: authorId, subjectId: id, origin, reason: null },
        object: `note:${added.id}`,
      });
      return noteOf(added);
    });
  });
}

function noteOf({ id, authorId, author, text, createdAt }: NoteRow) {
  return { id, author: { id: authorId, username: author }, text, time: createdAt.toISOString() };
}
