import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import {
  type ApplicationRow,
  findApplication,
  hasEnded,
  isOverTime,
  leastLately,
  listApplications,
  lockApplication,
  markTried,
  step,
} from './application.ts';
import { harmless, isAsNamed, storeDocument } from './documents.ts';
import { lastDayOf } from './level-rules.ts';
import { needsOfficer } from './needs-officer.ts';
import { ProviderUnavailable } from './provider/provider.ts';
import { providerOf } from './provider/the-provider.ts';
import { changeState, lockState } from './state.ts';
import { tellOwner } from './tell.ts';

interface Decision {
  readonly application: ApplicationRow;
  readonly from: 'checked' | 'review' | 'open';
  readonly now: Date;
  /** Somebody of the staff; left out when the provider's word counts. */
  readonly by?: string;
}

/** The one that every limit goes by. */
async function levelOf(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ level: number }>`select account_level(${userId}) as level`.execute(db);
  return rows[0]?.level ?? 0;
}

/** Verifies the person, in the transaction of the decision: limits count from its commit on. What they declared is what the account says from now on. */
export async function approve(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { application, from, now, by }: Decision,
): Promise<boolean> {
  const { id, userId, level, person, documentExpiresOn, documentEndsAt: endsAt } = application;
  const set = sql`decided_at = ${now}, decided_by = ${by ?? null}, claimed_by = null, claimed_until = null`;
  const own = await lockState(transaction, userId);
  const before = await levelOf(transaction, userId);
  if (!(await step(transaction, { id, from, to: 'approved', now, set }))) return false;
  if (person)
    await sql`
      update users set first_name = ${person.first_name}, last_name = ${person.last_name}, birthday = ${person.birthday},
        country = ${person.country}
      where id = ${userId}
    `.execute(transaction);
  await changeState(transaction, {
    ...{
      userId,
      to: 'approved',
      level: Math.max(level, own.verified),
      expires: await lastDayOf(transaction, { level, documentExpiresOn, now }),
      endsAt,
      application: id,
    },
    ...(by !== undefined && { actorId: by }),
  });
  // What the exchange gives to everybody may be as much already.
  const isRaised = (await levelOf(transaction, userId)) !== before;
  const template = isRaised ? 'kyc_approved' : 'kyc_approved_same';
  await tellOwner(transaction, platform, { userId, template, level, key: `${id}:approved` });
  return true;
}

/** Somebody who was verified before stays so: what they applied for is what they do not get. */
export async function reject(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    application,
    from,
    now,
    by,
    reasons,
    note = null,
  }: Decision & { reasons: readonly string[]; note?: string | null },
): Promise<boolean> {
  const { id, userId, level } = application;
  const own = await lockState(transaction, userId);
  const set = sql`
    decided_at = ${now}, decided_by = ${by ?? null}, claimed_by = null, claimed_until = null, reasons = ${[...reasons]}, note = ${note}
  `;
  if (!(await step(transaction, { id, from, to: 'rejected', now, set }))) return false;
  if (own.state === 'pending')
    await changeState(transaction, {
      ...{ userId, to: 'rejected', application: id },
      ...(by !== undefined && { actorId: by }),
    });
  await tellOwner(transaction, platform, {
    ...{ userId, template: 'kyc_rejected', level, key: `${id}:rejected`, reasons, note },
  });
  return true;
}

/** Fetches what was shown, and lets the provider's word count where staff need not decide. A crash in between is resumed by the job. */
async function advance(platform: Platform, id: string): Promise<void> {
  const { database, clock } = platform;
  const application = await findApplication(database.kysely, id);
  if (application?.stage !== 'checked') return;
  const now = clock.now();
  const contents = await fetchFiles(platform, application);
  if (contents === 'differ') return giveUpLater(platform, application);
  await database.kysely.transaction().execute(async (transaction) => {
    // The account first, as everywhere: so no two wait for each other.
    await lockState(transaction, application.userId);
    const locked = await lockApplication(transaction, id);
    if (locked?.stage !== 'checked') return;
    for (const { kind, sha256, kept } of contents)
      if (kept) await storeDocument(transaction, platform, { application: id, kind, sha256, ...kept });
    const decision = { application: locked, from: 'checked', now } as const;
    if (locked.verdict === 'rejected')
      await reject(transaction, platform, { ...decision, reasons: locked.reasons });
    // It may have ended since the provider looked at it.
    else if (hasEnded(locked, now))
      await reject(transaction, platform, { ...decision, reasons: ['document_expired'] });
    // Staff open nothing that would do something to them; its owner shows it another way.
    else if (contents.some(({ kept }) => kept === undefined))
      await reject(transaction, platform, { ...decision, reasons: ['document_unreadable'] });
    else if (locked.verdict === 'clear' && !(await needsOfficer(transaction, platform, locked)))
      await approve(transaction, platform, decision);
    else await step(transaction, { id, from: 'checked', to: 'review', now });
  });
}

/** For so long the provider may still come to hand out what it named. */
const patienceMs = 86_400_000;

/** Nobody can decide without what the verdict is about, and its owner must not wait for ever: they apply again. */
async function giveUpLater(platform: Platform, application: ApplicationRow): Promise<void> {
  const now = platform.clock.now();
  if (now.getTime() - application.updatedAt.getTime() < patienceMs) return;
  await platform.database.kysely
    .transaction()
    .execute((transaction) =>
      reject(transaction, platform, { application, from: 'checked', now, reasons: ['document_unreadable'] }),
    );
}

/** `differ`: some of it is not what the provider named. Whoever decides must see everything that the verdict is about. */
async function fetchFiles(platform: Platform, { id, files, userId }: ApplicationRow) {
  const provider = providerOf(platform).find();
  if (!provider) throw new ProviderUnavailable('There is no provider any more.');
  const fetched = [];
  for (const file of files) {
    const content = await provider.readFile({ application: id, file: file.id });
    if (content && isAsNamed(content, file))
      fetched.push({ ...file, kept: await harmless(platform.pictures, content) });
    else
      platform.log.error(
        { part: 'kyc', application: id, userId, kind: file.kind },
        'a file is not what the provider named',
      );
  }
  return fetched.length < files.length ? 'differ' : fetched;
}

/** As far as it goes now; whatever is in the way, the job tries again. False: the provider cannot be asked. */
export async function advanceQuietly(platform: Platform, id: string): Promise<boolean> {
  try {
    await advance(platform, id);
    return true;
  } catch (err) {
    platform.log.warn({ part: 'kyc', err, application: id }, 'a verification could not be taken further');
    return !(err instanceof ProviderUnavailable);
  }
}

const atOnce = 50;

export async function advanceAll(platform: Platform): Promise<void> {
  const waiting = await listApplications(
    platform.database.kysely,
    sql`own.stage = 'checked' order by ${leastLately} limit ${atOnce}`,
  );
  const began = performance.now();
  for (const { id } of waiting) {
    if (isOverTime(began)) return;
    await markTried(platform, id);
    // One that hangs is not waited for once for each: jobs share a few workers.
    if (!(await advanceQuietly(platform, id))) return;
  }
}

/** The provider deletes what it has of everything that is decided, and of whom it was erased. */
export async function forgetAtProvider(platform: Platform): Promise<void> {
  const { database, clock, log } = platform;
  const provider = providerOf(platform).find();
  if (!provider) return;
  const { rows } = await sql<{ id: string }>`
    select id from kyc_applications where forgotten_at is null and decided_at is not null order by decided_at limit ${atOnce}
  `.execute(database.kysely);
  const began = performance.now();
  for (const { id } of rows) {
    if (isOverTime(began)) return;
    try {
      await provider.forget(id);
      await sql`update kyc_applications set forgotten_at = ${clock.now()} where id = ${id}`.execute(
        database.kysely,
      );
    } catch (err) {
      log.warn({ part: 'kyc', err, application: id }, 'the provider could not be told to forget');
      return;
    }
  }
}
