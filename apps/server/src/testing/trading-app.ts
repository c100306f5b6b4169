import { createHash } from 'node:crypto';
import { apiBase, capabilitiesOf } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { durableFollowers } from '#durable-followers.ts';
import { marketsModule } from '#modules/markets/index.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Clock, Platform } from '#platform/platform.ts';
import { type DurableFollower, startFollowers } from '#runtime/followers/index.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { silent, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { patient } from './patient-projections.ts';
import { unusedProjections } from './unused-projections.ts';

/** The id of a user whose token is their name. */
export function userId(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    // The digits by which such an id says how it was made.
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The id of the session of somebody of the staff, which changes in the back office look up. */
export const sessionOf = (operator: string): string => userId(`session of ${operator}`);

/**
 * Takes every name for the token of its holder. Whoever is called frozen has frozen the account, and whoever is called operator works in the treasury;
 * `private operator` is the same person before that.
 */
export const namesAsTokens: ServerModule = {
  name: 'names',
  authenticator: () => async (token) =>
    token === 'forged'
      ? undefined
      : {
          userId: userId(token.replace(/^private /, '')),
          sessionId: token.startsWith('operator') ? sessionOf(token) : `of-${token}`,
          ...{ frozen: token.startsWith('frozen'), staff: token.startsWith('operator') },
          capabilities: capabilitiesOf(token.startsWith('operator') ? ['treasury'] : []),
        },
};

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly as?: string;
  readonly body?: unknown;
}

export interface TradingApp extends TestApp {
  readonly test: TestDatabase;
  readonly runtime: TestRuntime;
  call(call: Call): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** Gives a user coins, as a deposit would. */
  fund(name: string, coin: string, amount: string): Promise<void>;
  balance(name: string): Promise<Record<string, { actual: string; orders: string }>>;
  /** Ends the server and leaves its database, for another one to start on. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface TradingAppOptions {
  readonly modules: readonly ServerModule[];
  readonly env?: Record<string, string>;
  /** One that outlives the app, to start another on. */
  readonly test?: TestDatabase;
  /** Writes mails, which nobody delivers. */
  readonly mails?: boolean;
  /** Those of another release. */
  readonly followers?: readonly DurableFollower[];
  /** False: nobody projects the journal, as if the history were far behind. */
  readonly history?: boolean;
  /** The time of the exchange and of the server, where a test moves it. */
  readonly clock?: Clock;
  /** Where jobs go; a test that has none expects none. */
  readonly jobs?: Jobs;
}

/** The demo's markets on a real database and a real runtime. */
export async function createTradingApp({
  modules,
  env = {},
  test: given,
  mails = false,
  followers = durableFollowers,
  history = true,
  clock,
  jobs,
}: TradingAppOptions): Promise<TradingApp> {
  const test = given ?? (await createTestDatabase());
  if (!given) {
    await test.database.kysely
      .transaction()
      .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
  }
  const runtime = await startTestRuntime(test.database, clock && { clock });
  const { database } = test;
  const projections = history
    ? patient(startFollowers({ followers, database, runtime, log: silent, metrics: createMetrics() }))
    : unusedProjections();
  const server = await createTestApp({
    database,
    runtime,
    projections,
    mails,
    ...(clock && { clock }),
    ...(jobs && { jobs }),
    modules: [namesAsTokens, marketsModule, ...modules],
    env: { RATE_LIMIT_PER_MINUTE: '1000000', ...env },
  });
  let deposits = 0;
  const stop = async () => {
    await server.app.close();
    await projections.stop();
    await runtime.stop();
  };
  const call = async ({ method = 'GET', path, as, body }: Call) => {
    const answer = await server.app.inject({
      method,
      url: `${apiBase}${path}`,
      ...(as === undefined ? {} : { headers: { authorization: `Bearer ${as}` } }),
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };
  return {
    ...server,
    test,
    runtime,
    call,
    fund: async (name, coin, amount) => {
      const account = userId(name);
      await runtime.execute({ kind: 'OpenAccount', key: `account:${account}:open`, account });
      const decimals = await runtime.read(({ coins }) => coins.get(coin) ?? 0);
      const units = parseDecimal(amount, decimals);
      if (!units.ok) throw new Error(`${amount} is finer than ${coin}.`);
      deposits += 1;
      const envelope = booked(`deposit:${deposits}:${test.url.slice(-40)}`);
      await runtime.execute({ ...testDeposit, ...envelope, account, coin, amount: units.value });
    },
    balance: async (name) => (await call({ path: 'balance', as: name })).body.balance,
    stop,
    close: async () => {
      await stop();
      if (!given) await test.drop();
    },
  };
}
