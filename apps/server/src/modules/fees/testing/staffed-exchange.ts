import { apiBase, loginEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { InjectOptions } from 'fastify';
import { durableFollowers } from '#durable-followers.ts';
import { findUserByEmail, identityModule } from '#modules/identity/index.ts';
import { marketsModule } from '#modules/markets/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { demoPassword } from '#platform/demo/demo-users.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Platform } from '#platform/platform.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { silent, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase } from '#testing/database.ts';
import { feesModule } from '../index.ts';

/** Somebody of the demo, logged in. */
export interface Member {
  readonly id: string;
  call(call: {
    method?: InjectOptions['method'];
    path: string;
    body?: object;
  }): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
}

export interface StaffedExchange extends TestApp {
  readonly runtime: TestRuntime;
  member(name: string): Promise<Member>;
  close(): Promise<void>;
}

/** The demo's markets and its people of every role, who log in with their passwords. */
export async function openStaffedExchange(): Promise<StaffedExchange> {
  const test = await createTestDatabase();
  const { database } = test;
  const runtime = await startTestRuntime(database);
  const projections = startFollowers({
    followers: durableFollowers,
    database,
    runtime,
    log: silent,
    metrics: createMetrics(),
  });
  const modules = [identityModule, marketsModule, tradingModule, feesModule];
  const seeding = { clock: { now: () => new Date() } } as Platform;
  await database.kysely.transaction().execute(async (transaction) => {
    for (const module of modules) await module.seedDemo?.(seeding, transaction);
  });
  const server = await createTestApp({ database, runtime, projections, mails: true, modules });
  const { app } = server;

  async function member(name: string): Promise<Member> {
    const email = `${name}@emporion.test`;
    const login = await app.inject({
      method: 'POST',
      url: `${apiBase}auth/login/`,
      payload: { email, password: demoPassword },
    });
    const signedIn = loginEndpoints.login.response.parse(login.json());
    invariant('access' in signedIn, 'the login asked for more than a password');
    const user = await findUserByEmail(database.kysely, email);
    invariant(user !== undefined, 'the demo has no such user');
    return {
      id: user.id,
      call: async ({ method = 'GET', path, body }) => {
        const answer = await app.inject({
          method,
          url: `${apiBase}${path}/`,
          headers: { authorization: `Bearer ${signedIn.access}` },
          ...(body && { payload: body }),
        });
        return { status: answer.statusCode, body: answer.json() };
      },
    };
  }

  return {
    ...server,
    runtime,
    member,
    close: async () => {
      await app.close();
      await projections.stop();
      await runtime.stop();
      await test.drop();
    },
  };
}
