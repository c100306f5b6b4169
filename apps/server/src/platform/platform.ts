import type { Logger } from 'pino';
import type { Config } from './config/schema.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Messages } from './messages/messages.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { Projections } from './projections.ts';
import type { ExchangeView, Runtime } from './runtime.ts';

export interface Clock {
  now(): Date;
}

/** What every module may lean on. It is made once, at start, and handed down. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly metrics: Metrics;
  /** Draws pictures that users send, apart from the process that trades. */
  readonly pictures: Pictures;
  readonly clock: Clock;
  /** The exchange: everything that moves money is a command to it. */
  readonly runtime: Runtime;
  /** Looks at the exchange: at its memory, or at a replica in a process that only follows the journal. */
  readonly view: ExchangeView;
  /** What people look at of the exchange, a moment later. */
  readonly projections: Projections;
}
