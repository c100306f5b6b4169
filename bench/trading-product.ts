import { join } from 'node:path';
import { defaultLimits } from '@emporion/core';
import { pino } from 'pino';
import { connectDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { demoPassword, demoUsers } from '../apps/server/src/platform/demo/demo-users.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/metrics.ts';
import { ensureOrigin } from '../apps/server/src/runtime/journal/origin.ts';
import { startRuntime } from '../apps/server/src/runtime/start-runtime.ts';
import { type Product, stopProduct } from '../e2e/product.ts';

export interface User {
  readonly id: string;
  readonly token: string;
}

/** For the figures that the server gives of itself. */
export const metricsToken = 'token-of-the-benchmarks';

export async function readMetrics({ url }: Product): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

/** Waits until the product runs, works with it, and stops it whatever came of the work. */
export async function during<Value>(
  product: Product,
  work: (product: Product) => Promise<Value>,
): Promise<Value> {
  try {
    await product.running;
    return await work(product);
  } finally {
    await stopProduct(product);
  }
}

/** Creates the exchange, before a server does, for users who place more orders in a minute than one may in a day. */
export async function createBusyExchange(url: string): Promise<void> {
  const database = await connectDatabase(url);
  await migrate(database.pool, join('apps', 'server', 'migrations'));
  await ensureOrigin(database.pool, { ...defaultLimits, ordersPerDayMax: 1_000_000_000 });
  await database.close();
}

/** Logs every demo user in, as anyone would: as a trader, for staff would be asked for a second step each time. */
export async function signIn({ url }: Product, databaseUrl: string): Promise<User[]> {
  const database = await connectDatabase(databaseUrl);
  await database.pool.query("UPDATE users SET roles = '{}' WHERE roles <> '{}'");
  await database.close();
  return Promise.all(
    demoUsers.map(async ({ email }) => {
      const answer = await fetch(`${url}/api/v1/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: demoPassword }),
      });
      const { access: token } = (await answer.json()) as { access: string };
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        sub: string;
      };
      return { id: claims.sub, token };
    }),
  );
}

/** Gives everyone more than the load can spend, while the server is stopped: the journal has one writer. */
export async function fund(url: string, users: readonly User[]): Promise<void> {
  const database = await connectDatabase(url);
  const runtime = await startRuntime({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    onFault: (cause) => {
      throw cause;
    },
  });
  let number = 0;
  for (const { id: account } of users) {
    await runtime.execute({ kind: 'OpenAccount', key: `account:${account}:open`, account });
    for (const coin of ['BTC', 'USDT']) {
      number += 1;
      const words = { reference: `bench:${account}:${coin}`, actor: 'bench', source: 'house:custody:bench' };
      const booking = { series: 'bench', number };
      const money = { account, coin, amount: 10n ** 18n, fee: 0n };
      await runtime.execute({ kind: 'CreditDeposit', booking, ...words, ...money });
    }
  }
  await runtime.stop();
  await database.close();
}
