import { invariant } from '@emporion/kernel';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { loadConfig } from '#platform/config/load.ts';
import type { Database } from '#platform/database/database.ts';
import { PublicReads } from '#platform/database/public-reads.ts';
import type { App } from '#platform/http/app.ts';
import { type BuildOptions, buildApp } from '#platform/http/build-app.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { ServerModule } from '#platform/module.ts';
import { drawnHere } from '#platform/pictures/pictures.ts';
import type { Clock, Platform } from '#platform/platform.ts';
import type { Projections } from '#platform/projections.ts';
import type { Runtime } from '#platform/runtime.ts';
import { unusedProjections } from '#testing/unused-projections.ts';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import { declaredErrors } from './declared-errors.ts';

export interface TestAppOptions extends BuildOptions {
  readonly env?: Record<string, string>;
  readonly modules?: readonly ServerModule[];
  readonly database?: Database;
  readonly runtime?: Runtime;
  readonly projections?: Projections;
  /** Writes mails into the database, which nobody delivers. */
  readonly mails?: boolean;
  readonly clock?: Clock;
  /** Where jobs go; a test that has none expects none. */
  readonly jobs?: Jobs;
}

export interface TestApp {
  readonly app: App;
  readonly platform: Platform;
  /** Everything that was logged, line by line. */
  readonly logLines: string[];
}

/** What production asks for, so that a test may change one thing of it. */
export const productionEnv = {
  NODE_ENV: 'production',
  SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8',
  PUBLIC_URL: 'https://exchange.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'no-reply@exchange.example',
};

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    env = {},
    modules = [],
    database = unreachableDatabase(),
    runtime = unusedRuntime(),
    projections = unusedProjections(),
    mails = false,
    clock = { now: () => new Date('2026-01-02T03:04:05.678Z') },
    jobs: given,
    ...buildOptions
  } = options;
  const loaded = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'debug', ...env });
  invariant(loaded.ok, 'the test gave a configuration that is refused');
  const logLines: string[] = [];
  const config = loaded.value;
  const jobs = { add: async () => undefined, stop: async () => undefined };
  const platform: Platform = {
    config,
    log: createLogger(config, { write: (line) => void logLines.push(line) }),
    database,
    jobs: given ?? { ...jobs, add: () => unexpected('a job') },
    messages: mails
      ? createMessages({ config, database, jobs })
      : { sendMail: () => unexpected('a mail'), sendSms: () => unexpected('an SMS') },
    metrics: createMetrics(),
    pictures: drawnHere,
    clock,
    runtime,
    view: runtime,
    projections,
  };
  const app = await buildApp(platform, [declaredErrors, ...modules], buildOptions);
  return { app, platform, logLines };
}

/** A real pool towards a port where nothing listens. */
function unreachableDatabase(): Database {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 });
  return {
    pool,
    kysely: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    publicReads: new PublicReads(pool),
    close: () => pool.end(),
  };
}

function unexpected(what: string): never {
  throw new Error(`This test did not expect ${what}.`);
}
