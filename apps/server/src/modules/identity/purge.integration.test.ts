import { loginEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword, demoUsers } from '#platform/demo/demo-users.ts';
import { runDemoSeeds } from '#platform/demo/run-demo-seeds.ts';
import { identityModule } from './index.ts';
import { purgeIdentity } from './purge.ts';
import { goodPassword, IdentityApp } from './testing/identity-app.ts';
import { issueToken } from './tokens/tokens.ts';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

it('removes what has expired and keeps the audit log', async () => {
  const { id, email } = await server.addUser();
  await server.call(loginEndpoints.login, { email, password: 'Wrong-Lamp-42' });
  await server.call(loginEndpoints.login, { email, password: goodPassword });
  const { platform } = server;
  await issueToken(platform.database.kysely, platform, { userId: id, purpose: 'not_me', lifeSeconds: 60 });
  const purge = () =>
    purgeIdentity({}, { platform, attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
  const counts = async () => {
    const [row] = await server.query(`select
      (select count(*)::int from identity_tokens) as tokens, (select count(*)::int from attempt_counters) as counters,
      (select count(*)::int from user_sessions where ended_at is null) as sessions,
      (select count(*)::int from user_devices) as devices,
      (select count(*)::int from security_events) as events`);
    return row;
  };
  const before = await counts();
  await purge();
  expect(await counts()).toEqual(before);
  server.pass(31 * 24 * 3_600);
  await purge();
  expect(await counts()).toEqual({ ...before, tokens: 0, counters: 0, sessions: 0 });
  server.pass(400 * 24 * 3_600);
  await purge();
  expect(await counts()).toMatchObject({ devices: 0, events: before?.events });
  expect(await server.query('select from user_sessions where user_id = $1', [id])).toHaveLength(0);
});

it('seeds the traders and the staff of the demo, who can log in', async () => {
  expect(await runDemoSeeds(server.platform, [identityModule])).toEqual(['identity']);
  const users = await server.query(
    "select username, roles from users where email like '%@emporion.test' order by email",
  );
  expect(users).toEqual([
    { username: 'ada', roles: ['administrator'] },
    { username: 'cora', roles: ['compliance'] },
    { username: 'otto', roles: ['treasury', 'market_operator'] },
    { username: 'sara', roles: [] },
    { username: 'selma', roles: ['support'] },
    { username: 'theo', roles: [] },
  ]);
  const email = demoUsers[0]?.email;
  const { body } = await server.call(loginEndpoints.login, { email, password: demoPassword });
  expect(body.status).toBe('signed_in');
});
