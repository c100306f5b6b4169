import {
  type ReviewedVerification,
  type VerificationDetails,
  verificationReviewEndpoints,
  type verificationStates,
} from '@emporion/contracts/rest';
import { checksFor } from '@emporion/contracts/verification';
import type { FastifyRequest } from 'fastify';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { findUser, isSamePerson } from '#modules/identity/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { type ApplicationRow, findApplication, isOnDesk, listApplications } from '../application.ts';
import { listDocuments, openNumber } from '../documents.ts';
import { readLevels } from '../levels.ts';
import { alikeOf } from '../same-person.ts';
import { readState } from '../state.ts';
import {
  approveByStaff,
  askMoreByStaff,
  claim,
  noteNumberRead,
  rejectByStaff,
  release,
  revokeByStaff,
  viewDocument,
} from './decide.ts';

/** What staff see of verifications, and decide. */
export function addReviewRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const endpoints = verificationReviewEndpoints;

  serveEndpoint(app, endpoints.list, async ({ query: { limit, cursor, ...filter }, caller }) => {
    const found = await listApplications(
      kysely,
      sql`${conditionOf(filter, { caller, now: platform.clock.now() })} and ${afterOf(filter, cursor)}
        order by ${waitingSince} ${orderOf(filter)}, own.id ${orderOf(filter)} limit ${limit + 1}`,
    );
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      results: shown.map((row) => reviewed(row, { caller, now: platform.clock.now() })),
      next: last ? `${(last.submittedAt ?? last.createdAt).getTime()}_${last.id}` : null,
    };
  });
  serveEndpoint(app, endpoints.read, ({ params: { id }, caller, request }) =>
    readDetails(platform, { id, caller, request }),
  );
  serveEndpoint(app, endpoints.claim, async ({ params: { id }, caller, request }) => {
    await claim(platform, { id, caller, request });
    return readDetails(platform, { id, caller, request });
  });
  serveEndpoint(app, endpoints.release, async ({ params: { id }, caller, request }) => {
    await release(platform, { id, caller, request });
    return readDetails(platform, { id, caller, request });
  });
  serveEndpoint(app, endpoints.viewDocument, ({ params: { id, document }, caller, request }) =>
    viewDocument(platform, { id, document, caller, request }),
  );
  serveEndpoint(app, endpoints.approve, async ({ params: { id }, body, caller, request }) => {
    await approveByStaff(platform, id, { body, caller, request });
    return readDetails(platform, { id, caller, request });
  });
  serveEndpoint(app, endpoints.reject, async ({ params: { id }, body, caller, request }) => {
    await rejectByStaff(platform, id, { body, caller, request });
    return readDetails(platform, { id, caller, request });
  });
  serveEndpoint(app, endpoints.revoke, async ({ params: { id }, body, caller, request }) => {
    await revokeByStaff(platform, id, { body, caller, request });
    return readDetails(platform, { id, caller, request });
  });
  serveEndpoint(app, endpoints.askMore, async ({ params: { id }, body, caller, request }) => {
    await askMoreByStaff(platform, id, { body, caller, request });
    return readDetails(platform, { id, caller, request });
  });
}

interface ListFilter {
  readonly state?: (typeof verificationStates)[number] | undefined;
  readonly mine?: 'true' | 'false' | undefined;
  readonly user?: string | undefined;
}

interface Sight {
  readonly caller: Caller;
  readonly now: Date;
}

const waitingSince = sql`coalesce(own.submitted_at, own.created_at)`;
/** Whoever has waited longest comes first; of what is over, the newest does. */
const orderOf = ({ state }: ListFilter) => (state === 'review' ? sql`asc` : sql`desc`);

function conditionOf({ state, mine, user }: ListFilter, { caller, now }: Sight): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (state === 'review') parts.push(isOnDesk);
  else if (state !== undefined) parts.push(sql`own.stage = ${state}`);
  if (user !== undefined) parts.push(sql`own.user_id = ${user}`);
  if (mine === 'true') parts.push(sql`own.claimed_by = ${caller.userId} and own.claimed_until > ${now}`);
  return sql.join(parts, sql` and `);
}

/** @throws Problem unprocessable_entity for a cursor that we never gave out. */
function afterOf(filter: ListFilter, cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`;
  const [, at, id] = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  const place = sql`(date_trunc('milliseconds', ${waitingSince}), own.id)`;
  const than = sql`(to_timestamp(${at}::double precision / 1000), ${id}::uuid)`;
  return filter.state === 'review' ? sql`${place} > ${than}` : sql`${place} < ${than}`;
}

function reviewed(row: ApplicationRow, { caller, now }: Sight): ReviewedVerification {
  const { id, userId, username, person, level, stage, verdict, submittedAt, decidedAt } = row;
  const { claimedBy, claimedByName, claimedUntil } = row;
  const isClaimed = claimedBy !== null && claimedUntil !== null && claimedUntil > now;
  const seesPersons = caller.capabilities?.has('users.personal') ?? false;
  return {
    ...{ id, user: { id: userId, username }, level, state: stage, verdict },
    name: seesPersons && person ? `${person.first_name} ${person.last_name}` : null,
    submitted: submittedAt?.toISOString() ?? null,
    decided: decidedAt?.toISOString() ?? null,
    warning: row.warnedAt && { time: row.warnedAt.toISOString(), reasons: [...row.warnedReasons] },
    claimed_by: isClaimed
      ? { id: claimedBy, username: claimedByName ?? '', until: claimedUntil.toISOString() }
      : null,
  };
}

/** What a decision changes together. @throws Problem verification_not_found. */
async function readAll(moment: QueryExecutorProvider, { id, viewer }: { id: string; viewer: string }) {
  const row = await findApplication(moment, id);
  if (!row) throw new Problem('verification_not_found');
  const { userId } = row;
  const { rows: log } = await sql<{ time: Date; state: (typeof verificationStates)[number] }>`
    select at as time, stage as state from kyc_application_log where application_id = ${id} order by id
  `.execute(moment);
  return {
    row,
    log,
    own: await readState(moment, userId),
    user: await findUser(moment, userId),
    documents: await listDocuments(moment, { application: id, viewer }),
    isOwn: await isSamePerson(moment, { userId: viewer, others: [userId] }),
    same: await alikeOf(moment, row),
    levels: await readLevels(moment),
  };
}

/** @throws Problem verification_not_found. */
async function readDetails(
  platform: Platform,
  { id, caller, request }: { id: string; caller: Caller; request: FastifyRequest },
): Promise<VerificationDetails> {
  const { database, clock, config } = platform;
  const read = await atOneMoment(database.kysely, (moment) => readAll(moment, { id, viewer: caller.userId }));
  const { row, own, user, documents, log, isOwn, same, levels } = read;
  const { userId, person, documentType, documentExpiresOn, reasons, note, again, documentsDeletedAt } = row;
  const seesPersons = caller.capabilities?.has('users.personal') ?? false;
  const seesDocuments = (caller.capabilities?.has('users.documents') ?? false) && !isOwn;
  const number = seesDocuments ? openNumber(config, row) : null;
  if (number !== null) await noteNumberRead(platform, { id, userId, caller, request });
  return {
    ...reviewed(row, { caller, now: clock.now() }),
    ...{ kyc_state: own.state, verified_level: own.verified, own: isOwn },
    declared: seesPersons ? person : null,
    account:
      seesPersons && user
        ? {
            first_name: user.firstName,
            last_name: user.lastName,
            birthday: user.birthday,
            country: user.country,
          }
        : null,
    document:
      documentType && documentExpiresOn
        ? {
            type: documentType,
            number,
            expires: documentExpiresOn,
          }
        : null,
    address_issued: row.addressIssuedOn,
    checklist: checksFor(levels.find(({ level }) => level === row.level)?.needs ?? []),
    ...{ checks: [...row.checks], reasons: [...reasons], note, again: [...again] },
    documents: seesDocuments ? documents : [],
    same_document: same.map(({ id: other, userId: holder, username, stage, by }) => ({
      ...{ id: other, user: { id: holder, username }, state: stage, by: [...by] },
    })),
    documents_deleted: documentsDeletedAt?.toISOString() ?? null,
    timeline: log.map(({ time, state }) => ({ time: time.toISOString(), state })),
  };
}
