import {
  registrationEndpoints as endpoints,
  loginEndpoints,
  sessionEndpoints,
  settingsEndpoints,
} from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { executorOn } from '#platform/database/executor-on.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { adoptSettings, defaultSettings } from '#platform/settings/exchange-settings.ts';
import { anyEmail, goodPassword, IdentityApp, tokenIn } from '../testing/identity-app.ts';
import { createUser } from '../users/create-user.ts';

let server: IdentityApp;
beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

let version = 0;
const require = (requirements: object) =>
  adoptSettings(server.platform, {
    version: ++version,
    settings: { ...defaultSettings, requirements: { ...defaultSettings.requirements, ...requirements } },
  });
beforeEach(() => require({ email: false }));

async function register(email: string, password = goodPassword) {
  const form = {
    ...{ first_name: 'Ana', last_name: 'Sol', email, password, password_confirm: password },
    ...{ phone: '+34600123456', country: 'ES', birthday: '1990-05-17', terms: true, privacy: true },
    ...{ newsletter: false, captcha: await server.solved('registration') },
  };
  const { body } = await server.call(endpoints.register, form);
  return endpoints.register.response.parse(body);
}
const logIn = async (email: string, password = goodPassword, device?: string) =>
  (await server.call(loginEndpoints.login, { email, password, device })).body as Record<string, string>;
const look = async (token: string | undefined) =>
  (await server.call(settingsEndpoints.read, undefined, { token: token ?? '' })).status;
const refresh = async (token: string | undefined) =>
  (await server.call(sessionEndpoints.refresh, { refresh: token })).body.code;
const proved = async (email: string) =>
  (
    await server.query(
      'select email_verified_at is not null as proved, opened_unproved as open from users where email = $1',
      [email],
    )
  )[0];

it('lets somebody in who has not opened the link, and lets the link prove the address later', async () => {
  const email = anyEmail();
  await register(email);
  const session = await logIn(email);
  expect(session.status).toBe('signed_in');
  expect(await look(session.access)).toBe(200);
  expect(await proved(email)).toEqual({ proved: false, open: true });
  expect((await logIn(email, 'Another-Lamp-77')).code).toBe('invalid_credentials');
  const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
  const wrong = await server.call(endpoints.verifyEmail, { token, password: 'Another-Lamp-77' });
  expect(wrong.body.code).toBe('invalid_credentials');
  expect((await server.call(endpoints.verifyEmail, { token, password: goodPassword })).status).toBe(200);
  expect(await proved(email)).toEqual({ proved: true, open: false });
  const again = await server.call(endpoints.verifyEmail, { token, password: goodPassword });
  expect(again.body.code).toBe('email_already_verified');
});

it('shuts them out at once when the proof is required: session, refresh and login', async () => {
  const email = anyEmail();
  await register(email);
  const [one, other] = [await logIn(email), await logIn(email)];
  expect(await look(one.access)).toBe(200);
  require({ email: true });
  expect(await look(one.access)).toBe(401);
  expect(await refresh(other.refresh)).toBe('session_expired');
  expect((await logIn(email)).code).toBe('email_not_verified');
  const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
  await server.call(endpoints.verifyEmail, { token, password: goodPassword });
  expect((await server.logInByMail(email)).body.status).toBe('signed_in');
});

it('ends the refresh of sessions without a second factor once one is required, and asks the phone of nobody who logs in', async () => {
  const email = anyEmail();
  await register(email);
  const session = await logIn(email);
  require({ email: false, phone: true });
  expect(await look(session.access)).toBe(200);
  expect(await refresh(session.refresh)).toBeUndefined();
  const next = await logIn(email);
  require({ email: false, twoFactor: true });
  expect(await look(next.access)).toBe(401);
  expect(await refresh(next.refresh)).toBe('session_expired');
});

it('gives the account to whoever reads the mailbox and sets a new password, without what a stranger set up', async () => {
  const email = anyEmail();
  await register(email);
  await logIn(email);
  const [user] = await server.query(
    'update users set phone_verified_at = now(), sms_factor = true where email = $1 returning id',
    [email],
  );
  const captcha = await server.solved('reset');
  await server.call(endpoints.requestReset, { email, captcha });
  const token = tokenIn(await server.mailTo(email, 'identity.reset'), 'reset-password');
  const password = 'Owner-Lantern-91';
  const set = { uid: user?.id, token, new_password: password, new_password_confirm: password };
  const confirmed = await server.call(endpoints.confirmReset, set);
  expect(confirmed.status).toBe(200);
  expect(await proved(email)).toEqual({ proved: true, open: false });
  // What was chosen when it was registered is answered as at every address.
  expect((await logIn(email)).code).toBe('email_not_verified');
  expect((await logIn(email, password, String(confirmed.body.device))).status).toBe('signed_in');
});

it('knows the password of an account that is opened at the very moment of the login', async () => {
  require({ email: true });
  const email = anyEmail();
  await register(email);
  const { database } = server.database;
  const { body } = await commitMeanwhile(database, {
    lock: 'lock table registrations in access exclusive mode',
    call: () => server.call(loginEndpoints.login, { email, password: goodPassword }),
    change: async (other) => {
      const { rows } = await other.query(
        'update registrations set verified_at = now() where email = $1 returning password_hash as hash',
        [email],
      );
      const person = { firstName: 'Ana', lastName: 'Sol', country: 'ES', birthday: '1990-05-17' };
      const at = { acceptedAt: new Date(), createdAt: new Date() };
      const account = { email, passwordHash: rows[0].hash, language: 'en' as const, ...person, ...at };
      await createUser(executorOn(other), account);
    },
  });
  expect(body).toMatchObject({ status: 'signed_in' });
});
