import { apiBase, loginEndpoints, type StaffRole } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { InjectOptions } from 'fastify';
import { durableFollowers } from '#durable-followers.ts';
import { findUserByEmail, identityModule } from '#modules/identity/index.ts';
import { readAccessToken, signAccessToken } from '#modules/identity/sessions/access-token.ts';
import { marketsModule } from '#modules/markets/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import type { Database } from '#platform/database/database.ts';
import { demoPassword } from '#platform/demo/demo-users.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Clock, Platform } from '#platform/platform.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { silent, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { patient } from './patient-projections.ts';

/** Somebody of the demo, logged in. */
export interface Member {
  readonly id: string;
  /** The token of the session. */
  readonly access: string;
  call(call: {
    method?: InjectOptions['method'];
    path: string;
    body?: object;
  }): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** What a change in the back office asks for. */
  freshCode(): Promise<{ method: 'email'; code: string }>;
}

const staffBrowser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface StaffedExchange extends TestApp {
  readonly test: TestDatabase;
  readonly runtime: TestRuntime;
  member(name: string): Promise<Member>;
  /** Somebody new with the password of the demo. */
  enrol(name: string, roles?: readonly StaffRole[]): Promise<Member>;
  /** Gives a member coins, in the smallest unit, as a deposit does. */
  fund(member: Pick<Member, 'id'>, coin: string, amount: bigint): Promise<void>;
  close(): Promise<void>;
}

export interface StaffedOptions {
  /** Beside identity, markets and trading. */
  readonly modules: readonly ServerModule[];
  /** Where jobs go; a test that has none expects none. */
  readonly jobs?: Jobs;
  readonly env?: Record<string, string>;
  /** A test for which time does not stand still. */
  readonly clock?: Clock;
}

/** The demo's markets and its people of every role, who log in with their passwords, and staff with a code by mail too. */
export async function openStaffedExchange(options: StaffedOptions): Promise<StaffedExchange> {
  const test = await createTestDatabase();
  const { database } = test;
  const runtime = await startTestRuntime(database);
  const projections = patient(
    startFollowers({
      ...{ followers: durableFollowers, database, runtime },
      ...{ log: silent, metrics: createMetrics() },
    }),
  );
  const modules = [identityModule, marketsModule, tradingModule, ...options.modules];
  await seedDemo(database, modules);
  const parts = { database, runtime, projections };
  // A test asks more in a minute than people do.
  const env = { RATE_LIMIT_PER_MINUTE: '1000000', ...options.env };
  const server = await createTestApp({ ...options, ...parts, env, mails: true, modules });
  const { app } = server;

  async function post(path: string, payload: object, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method: 'POST', url: `${apiBase}${path}/`, payload, headers });
    invariant(answer.statusCode === 200, `${path} was refused: ${answer.body}`);
    return answer.json();
  }

  /** The code of the newest mail to somebody. What was sent before is aged, so that nobody waits for the next one. */
  async function codeSentTo(email: string): Promise<string> {
    const { rows } = await database.pool.query<{ text: string }>(
      "select text from messages where recipient = $1 and template = 'identity.code' order by sequence desc limit 1",
      [email],
    );
    await database.pool.query("update sent_codes set sent_at = sent_at - interval '2 minutes'");
    const code = /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
    invariant(code !== undefined, 'no code was sent');
    return code;
  }

  async function logIn(email: string): Promise<string> {
    const login = loginEndpoints.login.response.parse(
      await post('auth/login', { email, password: demoPassword }),
    );
    if (login.status === 'signed_in') return login.access;
    const { ticket } = login;
    await post('auth/login/send-code', { ticket, method: 'email' });
    const code = await codeSentTo(email);
    return (await post('check2falogin', { ticket, method: 'email', code })).access;
  }

  async function member(name: string): Promise<Member> {
    const email = `${name}@emporion.test`;
    const access = await lasting(server.platform, await logIn(email));
    const user = await findUserByEmail(database.kysely, email);
    invariant(user !== undefined, 'the demo has no such user');
    return {
      ...{ id: user.id, access },
      call: async ({ method = 'GET', path, body }) => {
        const answer = await app.inject({
          method,
          url: `${apiBase}${path.replace(/\?|$/, (end) => `/${end}`)}`,
          headers: { authorization: `Bearer ${access}`, 'user-agent': staffBrowser },
          ...(body && { payload: body }),
        });
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
      },
      freshCode: async () => {
        const asked = { action: 'back_office', method: 'email' };
        await post('security/confirmation/send-code', asked, access);
        return { method: 'email', code: await codeSentTo(email) };
      },
    };
  }

  return {
    ...server,
    test,
    runtime,
    member,
    enrol: (name, roles = []) => insertPerson(database, name, roles).then(() => member(name)),
    fund: funder(runtime),
    close: async () => {
      await app.close();
      await projections.stop();
      await runtime.stop();
      await test.drop();
    },
  };
}

/** The token of the same session, of tomorrow: one lives for five minutes, and a machine may stand still for as long. */
async function lasting({ config, clock }: Platform, token: string): Promise<string> {
  const now = clock.now();
  const claims = await readAccessToken(config, { token, now });
  invariant(claims !== undefined, 'the token is of this exchange');
  return signAccessToken(config, { ...claims, issuedAt: new Date(now.getTime() + 86_400_000) });
}

async function seedDemo({ kysely }: Database, modules: readonly ServerModule[]): Promise<void> {
  const seeding = { clock: { now: () => new Date() } } as Platform;
  await kysely.transaction().execute(async (transaction) => {
    for (const module of modules) await module.seedDemo?.(seeding, transaction);
  });
}

function insertPerson({ pool }: Database, name: string, roles: readonly StaffRole[]): Promise<unknown> {
  return pool.query(
    `insert into users (email, username, username_skeleton, password_hash, roles, first_name, last_name, phone, country, birthday, referral_code,
       terms_accepted_at, privacy_accepted_at)
     select $1 || '@emporion.test', $1, $1, password_hash, $2, initcap($1), 'Test', '+3460012' || (random() * 8999 + 1000)::int, 'ES', birthday,
       md5($1), now(), now() from users where email = 'admin@emporion.test'`,
    [name, roles],
  );
}

function funder(runtime: TestRuntime): StaffedExchange['fund'] {
  let deposits = 0;
  return async ({ id: account }, coin, amount) => {
    deposits += 1;
    await runtime.execute({ kind: 'OpenAccount', key: `account:${account}:open`, account });
    const credit = { ...testDeposit, ...booked(`staffed:${deposits}`), account, coin, amount };
    const result = await runtime.execute(credit);
    invariant(
      result.status === 'accepted',
      `the deposit was refused: ${'rejection' in result ? result.rejection.code : ''}`,
    );
  };
}
