import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { password } from '../testing/person.ts';
import { enrolTotp } from '../testing/prove.ts';
import { issueToken, type TokenPurpose } from '../tokens/tokens.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

it('takes logins, codes and changes of one account that come at once, and fails none of them', async () => {
  const person = await world.person();
  const { secret, backupCodes } = await enrolTotp(world, person);
  world.advance(30);
  const { body } = await world.call('POST', 'auth/login', { email: person.email, password });
  const totp = { method: 'totp', code: person.totpCode(secret) };
  const backup = (place: number) => ({ method: 'backup', code: backupCodes[place] });
  const begin = { method: 'email', confirmation: backup(0) };
  const rounds = Array.from({ length: 4 }, () => [
    person.call('POST', 'security/code-factor/begin', begin),
    person.call('POST', 'security/code-factor/finish', { method: 'email', code: '000000' }),
    person.call('POST', 'settings/anti-phishing', { anti_phishing_code: 'tall ships', confirmation: totp }),
    person.call('PATCH', 'settings', { first_name: 'Thea' }),
    person.call('POST', 'settings/freeze'),
    person.call('POST', 'settings/unfreeze', { confirmation: backup(1) }),
    person.call('POST', 'settings/phone', { phone: '+34600123456', confirmation: backup(2) }),
    person.call('POST', 'settings/phone/verify', { code: '000000' }),
    world.call('POST', 'check2falogin', { ticket: body.ticket, ...backup(3) }),
    world.call('POST', 'auth/login', { email: person.email, password }),
    person.call('DELETE', 'settings/sessions'),
    person.call('GET', 'settings/export'),
  ]).flat();
  const answers = await Promise.all(rounds);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(world.logLines.filter((line) => line.includes('deadlock'))).toEqual([]);
});

it('takes links and tickets of one account that come at once, of which each ends the others, and fails none', async () => {
  const person = await world.person();
  const { backupCodes } = await enrolTotp(world, person);
  const { email, id: userId } = person;
  const [db, lifeSeconds] = [world.platform.database.kysely, 600];
  const issue = (purpose: TokenPurpose, data = {}) =>
    issueToken(db, world.platform, { userId, purpose, lifeSeconds, data });
  const chosen = { new_password: 'Other-Harbour-43', new_password_confirm: 'Other-Harbour-43' };
  const rounds = await Promise.all(
    [0, 1, 2, 3, 4].map(async (place) => {
      const backup = { method: 'backup', code: backupCodes[place] };
      const change = { email: `moved-${place}@example.org`, from: email };
      return [
        ['check2falogin', { ticket: await issue('login_ticket'), ...backup }],
        ['auth/not-me', { token: await issue('not_me') }],
        ['settings/email/confirm', { token: await issue('email_change', change) }],
        ['auth/password/reset/confirm', { uid: userId, token: await issue('password_reset'), ...chosen }],
      ] as const;
    }),
  );
  const callerOf = (path: string) => (path.startsWith('settings/') ? person : world);
  const answers = await Promise.all(
    rounds.flat().map(([path, body]) => callerOf(path).call('POST', path, body)),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(world.logLines.filter((line) => line.includes('deadlock'))).toEqual([]);
});
