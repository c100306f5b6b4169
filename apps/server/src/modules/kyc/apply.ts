import { randomUUID } from 'node:crypto';
import { ageProblem, type DeclaredPerson } from '@emporion/contracts/rest';
import { evidenceKinds } from '@emporion/contracts/verification';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import {
  isKnownCountry,
  isServed,
  type Origin,
  recordSecurityEvent,
  takeOfDay,
} from '#modules/identity/index.ts';
import { Problem, refusalAt } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type ApplicationRow, findApplication, newestOf, step } from './application.ts';
import { declarationOf } from './declaration.ts';
import { deleteDocuments } from './documents.ts';
import { readLevels } from './levels.ts';
import { type Provider, ProviderUnavailable } from './provider/provider.ts';
import { providerOf } from './provider/the-provider.ts';
import { changeState, type KycRow, lockState } from './state.ts';
import { tellOwner } from './tell.ts';

/** Each is kept for good, and opens a session at the provider. */
const applicationsPerDay = 10;

/** So many days before its end a verification can be renewed. */
export const renewalDays = 30;

export function isRenewable({ state, expires }: KycRow, now: Date): boolean {
  if (state !== 'approved' || expires === null) return false;
  return new Date(`${expires}T00:00:00Z`).getTime() - now.getTime() <= renewalDays * 86_400_000;
}

/** @throws Problem age_too_low, birthday_invalid, country_invalid, country_not_supported. */
function requirePerson(platform: Platform, { birthday, country }: DeclaredPerson): void {
  const age = ageProblem(birthday, platform.clock.now());
  if (age) throw refusalAt('person.birthday', age);
  if (!isKnownCountry(country)) throw refusalAt('person.country', { code: 'country_invalid' });
  // What registration refuses is not reached by a verification either: it changes the country of the account.
  if (!isServed(country, platform)) throw refusalAt('person.country', { code: 'country_not_supported' });
}

/**
 * Begins an application, or changes what an open one declares. One is under way at a time.
 *
 * @throws Problem kyc_unavailable, kyc_pending, unprocessable_entity for a level that is not above the verified one,
 * too_many_verification_attempts, and those of `requirePerson`.
 */
export async function apply(
  platform: Platform,
  { userId, level, person }: { userId: string; level: number; person: DeclaredPerson },
): Promise<void> {
  providerOf(platform).require();
  requirePerson(platform, person);
  const { first_name, last_name, birthday, country, address, city, postal_code } = person;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const own = await lockState(transaction, userId);
    // Only now: of two that wait for the lock, the one that gets it later is the newer.
    const now = platform.clock.now();
    const levels = await readLevels(transaction);
    const isOffered = levels.some((each) => each.level === level && level > 0);
    if (!isOffered || level < own.verified || (level === own.verified && !isRenewable(own, now)))
      throw new Problem('unprocessable_entity', { fields: { level: { code: 'value_not_allowed' } } });
    const newest = await newestOf(transaction, userId);
    if (newest && ['submitted', 'checked', 'review'].includes(newest.stage)) throw new Problem('kyc_pending');
    if (newest?.stage === 'open') {
      await sql`
        update kyc_applications set level = ${level}, first_name = ${first_name}, last_name = ${last_name}, birthday = ${birthday},
          country = ${country}, address = ${address}, city = ${city}, postal_code = ${postal_code}, updated_at = ${now}
        where id = ${newest.id}
      `.execute(transaction);
      return;
    }
    const counted = { scope: 'kyc:applications', subject: userId, perDay: applicationsPerDay };
    if (!(await takeOfDay(transaction, platform, counted)))
      throw new Problem('too_many_verification_attempts');
    await sql`
      insert into kyc_applications (
        id, user_id, level, stage, first_name, last_name, birthday, country, address, city, postal_code, created_at, updated_at
      )
      values (
        ${randomUUID()}, ${userId}, ${level}, 'open', ${first_name}, ${last_name}, ${birthday}, ${country}, ${address}, ${city},
        ${postal_code}, ${now}, ${now}
      )
    `.execute(transaction);
  });
}

/** @throws Problem kyc_required when nothing is open, kyc_pending when it was handed in. */
async function requireOpen(db: QueryExecutorProvider, userId: string): Promise<ApplicationRow> {
  const newest = await newestOf(db, userId);
  if (newest?.stage === 'open') return newest;
  throw new Problem(
    newest && ['submitted', 'checked', 'review'].includes(newest.stage) ? 'kyc_pending' : 'kyc_required',
  );
}

async function asked<Answer>(question: Promise<Answer>): Promise<Answer> {
  return question.catch((error: unknown) => {
    throw error instanceof ProviderUnavailable ? new Problem('external_service_error') : error;
  });
}

/** @throws Problem kyc_unavailable, kyc_required, kyc_pending, external_service_error. */
export async function openSession(
  platform: Platform,
  { userId, language }: { userId: string; language: Language },
): Promise<string> {
  const provider = providerOf(platform).require();
  const application = await requireOpen(platform.database.kysely, userId);
  return (await openAtProvider(platform, provider, application, language)).token;
}

async function openAtProvider(
  { database }: Platform,
  provider: Provider,
  application: ApplicationRow,
  language: Language,
): Promise<{ readonly token: string }> {
  const { id, level, person, again, sequence: after } = application;
  // Erased meanwhile.
  if (!person) throw new Problem('kyc_required');
  const levels = await readLevels(database.kysely);
  const taken = levels.find((each) => each.level === level)?.needs ?? [];
  // What staff asked for is asked for, although the level itself may not take it.
  const needs = evidenceKinds.filter((each) => taken.includes(each) || again.includes(each));
  return asked(
    provider.open({
      ...{ application: id, person, declaration: declarationOf(application) },
      ...{ needs, again: [...again], after, language },
    }),
  );
}

/**
 * Hands the open application in: the provider says what is missing or wrong, and otherwise begins its check.
 *
 * @throws Problem kyc_unavailable, kyc_required, kyc_pending, external_service_error, what the provider found in the way, and changed_meanwhile
 * when something else was declared while the provider was asked: its answer is not about that.
 */
export async function submit(
  platform: Platform,
  { userId, origin, language }: { userId: string; origin: Origin; language: Language },
): Promise<void> {
  const { database, clock } = platform;
  const provider = providerOf(platform).require();
  const application = await requireOpen(database.kysely, userId);
  const { id, level } = application;
  // It may not have heard of it yet: somebody who hands in nothing is told what is missing.
  await openAtProvider(platform, provider, application, language);
  const [problem] = await asked(provider.submit(id));
  if (problem !== undefined) throw new Problem(problem);
  await database.kysely.transaction().execute(async (transaction) => {
    const own = await lockState(transaction, userId);
    const now = clock.now();
    const found = await findApplication(transaction, id);
    if (found?.stage === 'open' && declarationOf(found) !== declarationOf(application))
      throw new Problem('changed_meanwhile');
    const set = sql`again = '{}', note = null, reasons = '{}', verdict = null, submitted_at = ${now}`;
    if (!(await step(transaction, { id, from: 'open', to: 'submitted', now, set }))) return;
    // Somebody who is verified stays so while they apply for more.
    const isPending = own.state === 'approved' || own.state === 'pending';
    if (isPending)
      await recordSecurityEvent(transaction, {
        ...{ event: 'kyc_submitted', userId, actorId: userId, origin, details: { application: id, level } },
      });
    else await changeState(transaction, { userId, to: 'pending', application: id, actorId: userId, origin });
    const key = `${id}:pending:${application.sequence}`;
    await tellOwner(transaction, platform, { userId, template: 'kyc_pending', level, key });
  });
}

/** Calls the open application off. One that staff asked more of is with them, and stays. @throws Problem kyc_required, kyc_pending. */
export async function withdraw(platform: Platform, { userId }: { userId: string }): Promise<void> {
  const { database, clock } = platform;
  await database.kysely.transaction().execute(async (transaction) => {
    await lockState(transaction, userId);
    const now = clock.now();
    const { id, submittedAt } = await requireOpen(transaction, userId);
    if (submittedAt !== null) throw new Problem('kyc_pending');
    const set = sql`decided_at = ${now}`;
    await step(transaction, { id, from: 'open', to: 'withdrawn', now, set });
    await deleteDocuments(transaction, { application: id, now });
  });
}
