import { apiBase } from '@emporion/contracts/rest';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { identityModule } from '#modules/identity/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { SoftwarePasskey } from '../identity/testing/software-passkey.ts';
import { bootstrapModule, newAdministratorLink } from './index.ts';

const origin = 'https://exchange.example';
let test: TestDatabase;
let server: TestApp;
let now = new Date('2026-01-02T03:04:05.000Z');

beforeAll(async () => {
  test = await createTestDatabase();
  server = await createTestApp({
    ...{ database: test.database, mails: true, clock: { now: () => now } },
    modules: [identityModule, auditModule, staffModule, bootstrapModule],
    env: { PUBLIC_URL: origin },
  });
});
afterAll(async () => {
  await server.app.close();
  await test.drop();
});
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await test.database.pool.query(
    "update users set roles = '{}', status = 'closed', closed_at = now() where status <> 'closed'",
  );
});

const post = async (path: string, body: object, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${path}/`,
    payload: body,
    headers,
  });
  return { status: answer.statusCode, body: answer.json() };
};
async function newToken(): Promise<string> {
  const link = await newAdministratorLink(server.platform);
  expect(link).toMatch(/^https:\/\/exchange\.example\/admin\/setup#[A-Za-z0-9_-]{43}$/);
  return link?.split('#')[1] ?? '';
}
const person = {
  password: 'Harbour-Lamp-42',
  first_name: 'Ann',
  last_name: 'First',
  country: 'PT',
  birthday: '1980-01-01',
};
const begin = (token: string, more: object = {}) =>
  post('setup/administrator', { token, email: 'ann@example.test', ...person, method: 'totp', ...more });
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
const finish = (token: string, proof: object) => post('setup/administrator/finish', { token, proof });

it('makes the first administrator with an authenticator, once, and shows the link nowhere', async () => {
  const token = await newToken();
  const begun = await begin(token);
  expect(begun).toMatchObject({
    status: 200,
    body: { method: 'totp', uri: expect.stringContaining('otpauth:') },
  });
  expect((await finish(token, { method: 'totp', code: '000000' })).body.code).toBe('two_factor_invalid');
  const login = { email: 'ann@example.test', password: person.password };
  expect((await post('auth/login', login)).body.code).toBe('email_not_verified');
  const made = await finish(token, { method: 'totp', code: codeOf(begun.body.secret) });
  expect(made.body).toMatchObject({ email: 'ann@example.test', backup_codes: expect.any(Array) });
  expect((await finish(token, { method: 'totp', code: codeOf(begun.body.secret) })).body.code).toBe(
    'invalid_token',
  );
  expect((await begin(token, { email: 'eve@example.test' })).body.code).toBe('invalid_token');
  expect(await newAdministratorLink(server.platform)).toBeUndefined();
  now = new Date(now.getTime() + 60_000);
  const { body: step } = await post('auth/login', login);
  expect(step).toMatchObject({ status: 'second_step', methods: expect.arrayContaining(['totp']) });
  const { body: session } = await post('check2falogin', {
    ticket: step.ticket,
    method: 'totp',
    code: codeOf(begun.body.secret),
  });
  const me = await server.app.inject({
    url: `${apiBase}admin/me/`,
    headers: { authorization: `Bearer ${session.access}` },
  });
  expect(me.json().roles).toEqual(['administrator']);
  const { rows } = await test.database.pool.query('select action from audit_log');
  expect(rows).toEqual([{ action: 'first_administrator_made' }]);
  expect(server.logLines.filter((line) => line.includes(token))).toEqual([]);
});

it('makes the first administrator with a passkey', async () => {
  const token = await newToken();
  const { body } = await begin(token, { method: 'passkey', email: 'pat@example.test' });
  const ceremony = { challenge: body.options.challenge, rpId: 'exchange.example', origin };
  const proof = (answer: object) => ({ method: 'passkey', challenge: body.challenge, answer });
  const made = await finish(token, proof(new SoftwarePasskey().register(ceremony)));
  expect(made).toMatchObject({ status: 200, body: { email: 'pat@example.test' } });
});

it('is refused with a link that is a day old, that a newer one ended, or that is none', async () => {
  const [old, newer] = [await newToken(), await newToken()];
  expect((await begin(old)).body.code).toBe('invalid_token');
  expect((await post('setup/administrator/check', { token: old })).body.code).toBe('invalid_token');
  expect(await post('setup/administrator/check', { token: newer })).toEqual({ status: 200, body: {} });
  expect((await begin('x'.repeat(43))).body.code).toBe('invalid_token');
  expect((await begin(newer, { password: 'Password1' })).status).toBe(422);
  now = new Date(now.getTime() + 24 * 3_600_000);
  expect((await begin(newer)).body.code).toBe('invalid_token');
});

it('can be begun again by whoever lost the first try, and by nobody once there is an administrator', async () => {
  const token = await newToken();
  await begin(token, { email: 'twice@example.test' });
  const again = await begin(token, { email: 'twice@example.test' });
  expect(again.status).toBe(200);
  await test.database.pool.query(
    "update users set roles = '{administrator}', status = 'active' where email = 'twice@example.test' and status = 'inactive'",
  );
  expect((await begin(token)).body.code).toBe('administrator_exists');
  expect((await post('setup/administrator/check', { token })).body.code).toBe('administrator_exists');
  expect((await finish(token, { method: 'totp', code: '000000' })).body.code).toBe('administrator_exists');
});
