import type { Logger } from 'pino';
import { newAdministratorLink } from '#modules/bootstrap/index.ts';
import { loadSettings } from '#modules/exchange-settings/index.ts';
import { readConfig } from '#platform/config/load.ts';
import type { Config } from '#platform/config/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { explainFullDisk, openDatabase } from '#platform/database/open-database.ts';
import { isOutOfSpace } from '#platform/database/out-of-space.ts';
import { refuseDemoData } from '#platform/demo/refuse-demo-data.ts';
import { runDemoSeeds } from '#platform/demo/run-demo-seeds.ts';
import { buildApp } from '#platform/http/build-app.ts';
import { closeApp } from '#platform/http/close-app.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { startModuleJobs } from '#platform/jobs/start-module-jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import { measurePlatform } from '#platform/metrics/measure-platform.ts';
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { PictureProcess } from '#platform/pictures/picture-process.ts';
import type { Platform } from '#platform/platform.ts';
import { requireSecret } from '#platform/secret/secret-seal.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import type { BackgroundErrors } from '#platform/startup/background-errors.ts';
import { type Closers, createClosers } from '#platform/startup/closers.ts';
import { explainListenError, requireFreePort } from '#platform/startup/free-port.ts';
import { warnOfOldNode } from '#platform/startup/node-release.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { welcome } from '#platform/startup/welcome.ts';
import { startFollowers } from '#runtime/followers/index.ts';
import { startRuntime } from '#runtime/index.ts';
import { durableFollowers } from './durable-followers.ts';
import { modules } from './modules.ts';
import type { RunningServer } from './run-process.ts';

const faultPatienceMs = 500;
const fullDisk = 'The disk of the database';

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Tells the person at the terminal how far the start has come. */
  readonly announce: (line: string) => void;
  /** What must be done before anybody is served, such as a build; it fails with a sentence for the person who starts it. */
  readonly beforeListening?: Promise<unknown> | undefined;
  /** Whoever stops a first start has a database that is whole, and need not wait for the rest. */
  readonly stopping?: AbortSignal | undefined;
  /** Errors of promises that no caller awaits, if the process collects them. */
  readonly background?: BackgroundErrors | undefined;
}

/**
 * Brings the whole product up, part by part, in the order in which they need each other. Whatever was started is
 * closed again when a later part fails.
 *
 * @throws StartupError with the sentence for the person who starts it.
 */
export async function startServer({
  env,
  announce,
  beforeListening,
  stopping,
  background,
}: StartOptions): Promise<RunningServer> {
  const config = readConfig(env);
  const log = createLogger(config);
  const warnings = startWarnings(config);
  // Elsewhere a person reads the terminal, which the welcome tells.
  if (config.production) for (const message of warnings) log.warn({ part: 'settings' }, message);
  const closers = createClosers(log);
  let reportFault: (cause: unknown) => void = () => undefined;
  const fault = new Promise<unknown>((done) => {
    reportFault = done;
  });
  void fault.then((cause) => log.fatal({ err: cause }, 'the server stops'));
  try {
    await requireFreePort(config);
    const database = await openDatabase({ config, announce, closers, onLost: reportFault });
    const throwIfStopping = () => stopping?.throwIfAborted();
    throwIfStopping();
    // A journal that fails may be the first sign of a database that is gone, whose own sentence says more: it has a moment to say it.
    const onFault = (cause: unknown) =>
      void setTimeout(() => reportFault(explainFullDisk(config) ?? cause), faultPatienceMs);
    const url = await serve({
      config,
      log,
      database,
      announce,
      closers,
      onFault,
      beforeListening,
      throwIfStopping,
      listenTo: (metrics) => background?.listen({ log, metrics, onFault: reportFault }),
    });
    throwIfStopping();
    for (const line of welcome({ config, url, warnings, settings: settingsOf({ database }) })) announce(line);
    if (!config.demo) await offerAdministratorLink({ config, database, announce });
    return supervise({ url, closers, fault });
  } catch (error) {
    await closers.closeAll();
    throw explainStart(error);
  }
}

/** A start that fails for want of room says so in the words of a running server, wherever it was. */
function explainStart(error: unknown): unknown {
  if (!isOutOfSpace(error) || !(error instanceof Error) || error.message.startsWith(fullDisk)) return error;
  return new StartupError(
    `${fullDisk} is full (${error.message}), so the server does not start: free some space, and start again. Nothing that was acknowledged is lost.`,
  );
}

/** What every start names until it is changed. */
function startWarnings({ production, warnings }: Config): string[] {
  const oldNode = production ? warnOfOldNode(new Date()) : undefined;
  return [...warnings.map(({ message }) => message), ...(oldNode === undefined ? [] : [oldNode])];
}

/** Without an administrator nobody could run the exchange. The link goes to the terminal and into no log. */
async function offerAdministratorLink(options: {
  config: Config;
  database: Database;
  announce: (line: string) => void;
}): Promise<void> {
  const { config, database, announce } = options;
  const link = await newAdministratorLink({ config, database, clock: { now: () => new Date() } });
  if (link === undefined) return;
  announce('');
  announce('There is no administrator yet. Make the first one with this link; it works once, for 24 hours:');
  announce(`  ${link}`);
}

async function serve(options: {
  config: Config;
  log: Logger;
  database: Database;
  announce: (line: string) => void;
  closers: Closers;
  onFault: (cause: unknown) => void;
  beforeListening: Promise<unknown> | undefined;
  /** Asked between steps that take long: it throws when the start is to end. */
  throwIfStopping: () => void;
  /** Called as soon as there is a place to count. */
  listenTo: (metrics: Metrics) => void;
}): Promise<string> {
  const { config, log, database, announce, closers, onFault, beforeListening, throwIfStopping } = options;
  if (!config.demo) await refuseDemoData(database);
  await requireSecret(database.kysely, { secret: config, modules });
  const metrics = createMetrics();
  options.listenTo(metrics);
  const clock = { now: () => new Date() };
  const runtime = await startRuntime({
    database,
    log,
    metrics,
    clock,
    onFault,
    announce,
    limits: { waitingMax: config.commandsWaitingMax },
    snapshotEveryEvents: config.snapshotEveryEvents,
  });
  closers.add('the exchange', () => runtime.stop());
  const projections = startFollowers({ followers: durableFollowers, database, runtime, log, metrics });
  closers.add('the followers of the journal', () => projections.stop());
  // After the exchange, so that they stop before it: jobs may send it commands.
  const jobs = await openJobs({ database, log });
  closers.add('the jobs', () => jobs.stop());
  measurePlatform({ config, database, log, metrics });
  const messages = createMessages({ config, database, jobs });
  const pictures = new PictureProcess({ log });
  closers.add('the process of pictures', () => pictures.stop());
  const platform: Platform = {
    ...{ config, log, database, jobs, messages, metrics, clock, projections, pictures },
    runtime,
    // The engine is in this process, so its memory is looked at.
    view: runtime,
  };
  await loadSettings(platform);
  if (config.demo) {
    const seeded = await runDemoSeeds(platform, modules);
    if (seeded.length > 0) announce(`Demo data added: ${seeded.join(', ')}.`);
  }
  throwIfStopping();
  const app = await buildApp(platform, modules);
  closers.add('the web server', () => closeApp(app, config.shutdownTimeoutMs));
  throwIfStopping();
  await startModuleJobs(jobs, platform, modules);
  throwIfStopping();
  await beforeListening?.catch((error: Error) => {
    throw new StartupError(error.message);
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw explainListenError(error, config);
  }
  return app.listeningOrigin;
}

export function supervise({
  url,
  closers,
  fault,
}: {
  url: string;
  closers: Closers;
  fault: Promise<unknown>;
}): RunningServer {
  const failed = fault.then(async (cause) => {
    await closers.closeAll();
    return cause;
  });
  let finish: () => void = () => undefined;
  const finished = new Promise<undefined>((done) => {
    finish = () => done(undefined);
  });
  return {
    url,
    ended: Promise.race([failed, finished]),
    stop: async () => {
      await closers.closeAll();
      finish();
    },
  };
}
