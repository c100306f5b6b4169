import type { QueryExecutorProvider, Transaction } from 'kysely';
import type { App } from './http/app.ts';
import type { Authenticate } from './http/caller.ts';
import type { CronItem, JobHandler } from './jobs/jobs.ts';
import type { Platform } from './platform.ts';
import type { Secret } from './secret/secret-seal.ts';
import type { Service } from './services.ts';

/** One room of the server: its routes, its background work and its demo data, under one name. */
export interface ServerModule {
  readonly name: string;
  /** What other modules may ask it for, and what it asks others for. A server with a need that nobody meets does not start. */
  readonly offers?: readonly Service<unknown>[];
  readonly needs?: readonly Service<unknown>[];
  /** Adds the module's routes. It runs before the server listens. */
  register?(app: App, platform: Platform): void | Promise<void>;
  /**
   * Adds the routes that a process serves which only follows the journal of the server: those that need the view and the database, and change
   * nothing. It runs instead of `register` there.
   */
  registerReading?(app: App, platform: Platform): void | Promise<void>;
  /** Tells who holds a token. One module at most offers it; without one, every token is refused. */
  authenticator?(platform: Platform): Authenticate;
  /** Background work by job name. Names begin with the module's, so that two modules never collide. */
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  readonly cron?: readonly CronItem[];
  /**
   * Fills in demo data within the transaction; what it wrote stays only together with the note that it ran.
   * It runs in demo mode only, once per database and `demoVersion`.
   */
  seedDemo?(platform: Platform, transaction: Transaction<unknown>): Promise<void>;
  /** What the module keeps that opens only with `SECRET`. */
  readonly secrets?: ModuleSecrets;
  /** 1 unless given. A higher one has `seedDemo` run again, over what the lower one left. */
  readonly demoVersion?: number;
}

export interface ModuleSecrets {
  /** Whether what there is opens with this secret; a sample does. */
  open(db: QueryExecutorProvider, secret: Secret): Promise<boolean>;
  /**
   * Brings everything over to another secret, while no server runs. Answers with what goes on and what counts no more, as sentences.
   *
   * @throws StartupError for what does not open.
   */
  rotate(transaction: Transaction<unknown>, secrets: { from: Secret; to: Secret }): Promise<string[]>;
}
