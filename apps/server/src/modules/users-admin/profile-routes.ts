import { ageProblem, userAdminEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  inviteUser,
  isServed,
  originOf,
  refuseAmbiguous,
  refuseUnmailable,
  requireConfirmation,
  sendInvitation,
  type User,
  updateUser,
} from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem, type Sentence } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { changeUser } from './change-user.ts';
import { readCard } from './user-card.ts';
import { sightOf } from './user-rows.ts';

/** Who somebody is, as staff write it down. */
export function addProfileRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, userAdminEndpoints.create, async ({ caller, body, request }) => {
    const { reason, confirmation, email, country, language } = body;
    refuseUnmailable(email);
    refuseAmbiguous(email);
    requirePossible(platform, body);
    const origin = originOf(request);
    const action = { userId: caller.userId, action: 'back_office', confirmation, origin } as const;
    const id = await requireConfirmation(platform, action, async (transaction) => {
      const subjectId = await inviteUser(transaction, platform, {
        ...{ email, country, language, birthday: body.birthday, phone: body.phone ?? null },
        ...{ firstName: body.first_name, lastName: body.last_name },
      });
      await recordStaffAction(transaction, platform, {
        ...{ action: 'user_created', actorId: caller.userId, subjectId, origin, reason },
        ...{ object: `user:${subjectId}`, after: { country, language, status: 'inactive' } },
        personal: { after: personalOf(body) },
      });
      return subjectId;
    });
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.invite, async ({ caller, params: { id }, body, request }) => {
    await changeUser(
      platform,
      { ...body, caller, id, origin: originOf(request) },
      async (transaction, user) => {
        if (user.status !== 'inactive') throw new Problem('value_not_allowed');
        await sendInvitation(transaction, platform, user);
        return { action: 'user_invited_again' };
      },
    );
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.edit, async ({ caller, params: { id }, body, request }) => {
    const { reason, confirmation, version, ...edited } = body;
    requirePossible(platform, edited);
    const change = { reason, confirmation, version, caller, id, origin: originOf(request) };
    await changeUser(platform, change, async (transaction, user) => {
      const { phone } = edited;
      const isNewPhone = phone !== undefined && phone !== user.phone;
      // Without it nobody would get in; and to take a factor away takes two people.
      if (isNewPhone && user.smsFactor) throw new Problem('phone_is_factor');
      await updateUser(transaction, id, {
        ...{ firstName: edited.first_name, lastName: edited.last_name, country: edited.country },
        ...{ birthday: edited.birthday, language: edited.language },
        ...(isNewPhone && { phone, phoneVerifiedAt: null }),
      } as Parameters<typeof updateUser>[2]);
      const before = writtenOf(user);
      const personal = { before: changedOnly(personalOf(before), edited), after: personalOf(edited) };
      const { country, language } = edited;
      const after = {
        ...(country !== undefined && { country }),
        ...(language !== undefined && { language }),
      };
      return { action: 'user_edited', before: changedOnly(plainOf(before), edited), after, personal };
    });
    return readCard(platform, id, sightOf(caller));
  });

  serveEndpoint(app, userAdminEndpoints.label, async ({ caller, params: { id }, body, request }) => {
    const { flagged, labels, ...given } = body;
    const change = { ...given, caller, id, origin: originOf(request) };
    await changeUser(platform, change, async (transaction) => {
      const { rows } = await sql<{ flagged: boolean; labels: string[] }>`
        select flagged, labels from users where id = ${id}
      `.execute(transaction);
      const after = { flagged, labels: [...new Set(labels)] };
      await sql`update users set flagged = ${flagged}, labels = ${after.labels}::text[] where id = ${id}`.execute(
        transaction,
      );
      // Labels are free text, and may name the person.
      return {
        action: 'user_labelled',
        ...{ before: { flagged: rows[0]?.flagged ?? false }, after: { flagged } },
        personal: { before: { labels: rows[0]?.labels ?? [] }, after: { labels: after.labels } },
      };
    });
    return readCard(platform, id, sightOf(caller));
  });
}

type Written = Partial<
  Pick<
    z.output<typeof userAdminEndpoints.edit.body>,
    'first_name' | 'last_name' | 'country' | 'birthday' | 'phone' | 'language'
  >
> & { readonly email?: string };

/** @throws Problem unprocessable_entity for a country that there is none of or that is not served, and for a birthday of nobody who may trade. */
function requirePossible(platform: Platform, { country, birthday }: Written): void {
  const refusal = (field: string, sentence: Sentence) =>
    new Problem('unprocessable_entity', { fields: { [field]: sentence } });
  if (country !== undefined && !isServed(country, platform))
    throw refusal('country', { code: 'country_not_supported' });
  const problem = birthday === undefined ? undefined : ageProblem(birthday, platform.clock.now());
  if (problem !== undefined) throw refusal('birthday', problem);
}

function writtenOf(user: User): Written {
  const { firstName: first_name, lastName: last_name, country, birthday, phone, language } = user;
  return { first_name, last_name, country, birthday, phone, language };
}

type Values = Record<string, string | null>;

function pick(written: Written, names: readonly (keyof Written)[]): Values {
  return Object.fromEntries(
    names.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])),
  ) as Values;
}

const personalOf = (written: Written) =>
  pick(written, ['email', 'first_name', 'last_name', 'birthday', 'phone']);
const plainOf = (written: Written) => pick(written, ['country', 'language']);

const changedOnly = (values: Values, edited: object): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in edited));
