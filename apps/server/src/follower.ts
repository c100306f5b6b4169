import type { Config } from '#platform/config/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { buildApp } from '#platform/http/build-app.ts';
import { closeApp } from '#platform/http/close-app.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { requireSecret } from '#platform/secret/secret-seal.ts';
import { type Closers, createClosers } from '#platform/startup/closers.ts';
import { explainListenError } from '#platform/startup/free-port.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { postgresJournal, Replica, storedSnapshots } from '#runtime/index.ts';
import type { RunningServer } from './run-process.ts';
import { supervise } from './server.ts';

export interface FollowerOptions {
  readonly config: Config;
  /** The database of the server that is followed. It is read; what trades stays the server's. */
  readonly database: Database;
  readonly modules: readonly ServerModule[];
  readonly announce: (line: string) => void;
  readonly compareEveryMs?: number;
  /** Where log lines go, if not to the standard output. */
  readonly logTo?: { write(line: string): void };
}

/**
 * Follows the journal of a running server in a process of its own, and serves what modules offer for reading. It takes no lock, starts no database and
 * runs no jobs, so it can come and go beside the server.
 *
 * @throws StartupError with the sentence for the person who starts it.
 */
export async function startFollower(options: FollowerOptions): Promise<RunningServer> {
  const { config, logTo } = options;
  const log = logTo ? createLogger(config, logTo) : createLogger(config);
  const closers = createClosers(log);
  let reportFault: (cause: unknown) => void = () => undefined;
  const fault = new Promise<unknown>((done) => {
    reportFault = done;
  });
  try {
    const url = await serve({ ...options, log, closers, onFault: reportFault });
    return supervise({ url, closers, fault });
  } catch (error) {
    await closers.closeAll();
    throw sentenceOf(error);
  }
}

async function serve(
  options: FollowerOptions & {
    log: Platform['log'];
    closers: Closers;
    onFault: (cause: unknown) => void;
  },
): Promise<string> {
  const { config, database, modules, log, closers, announce } = options;
  await requireSecret(database.kysely, { secret: config, modules });
  const replica = await Replica.open({
    journal: postgresJournal(database.pool),
    snapshots: storedSnapshots(database.pool),
    log,
    onAgreed: (agreed) => announce(`The state agrees with the snapshot after batch ${agreed}.`),
    onFault: (cause) => {
      log.fatal({ err: cause }, 'the replica stopped');
      options.onFault(sentenceOf(cause));
    },
    ...(options.compareEveryMs === undefined ? {} : { compareEveryMs: options.compareEveryMs }),
  });
  const { runtime } = replica;
  closers.add('the replica', () => replica.stop());
  const { batch, sequence } = runtime.position;
  announce(`The replica has followed the journal to command ${sequence} (batch ${batch}).`);
  const app = await buildApp(readingPlatform(options, runtime), modules, { readOnly: true });
  closers.add('the web server', () => closeApp(app, config.shutdownTimeoutMs));
  const address = { host: config.host, port: config.followPort };
  try {
    await app.listen(address);
  } catch (error) {
    throw explainListenError(error, { ...address, setting: 'FOLLOW_PORT' });
  }
  announce(`Reads are answered at ${app.listeningOrigin}; commands are refused.`);
  return app.listeningOrigin;
}

/** What modules lean on where nothing is changed: the view is the replica, and whatever would change something refuses. */
function readingPlatform(
  { config, database, log }: FollowerOptions & { log: Platform['log'] },
  runtime: Platform['runtime'],
): Platform {
  const refuse = () => Promise.reject(new Error('A process that only follows the journal changes nothing.'));
  return {
    ...{ config, log, database, runtime },
    view: runtime,
    metrics: createMetrics(),
    pictures: { redraw: refuse, stop: async () => undefined },
    clock: { now: () => new Date() },
    jobs: { add: refuse, stop: async () => undefined },
    messages: { sendMail: refuse, sendSms: refuse },
    // The server makes the history; how far it is, nobody here is told.
    projections: {
      batchOf: () => 0,
      caughtUp: async () => false,
      stop: async () => undefined,
    },
  };
}

function sentenceOf(cause: unknown): unknown {
  if (cause instanceof StartupError || !(cause instanceof Error)) return cause;
  return cause.name === 'StateDiffers'
    ? new StartupError(cause.message)
    : new StartupError(`The journal can no longer be followed (${cause.message}).`);
}
