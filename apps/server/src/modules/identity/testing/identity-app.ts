import { hash as digest } from 'node:crypto';
import {
  type CaptchaChallenge,
  type Endpoint,
  gateEndpoints,
  loginEndpoints,
} from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { vi } from 'vitest';
import type { z } from 'zod';
import { loadConfig } from '#platform/config/load.ts';
import type { App } from '#platform/http/app.ts';
import { buildApp } from '#platform/http/build-app.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { collectJobs } from '#platform/jobs/start-module-jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import { messagesModule } from '#platform/messages/messages-module.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { drawnHere } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { realtimeModule } from '#realtime/index.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { unusedProjections } from '#testing/unused-projections.ts';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import { identityModule } from '../index.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { createUser, type NewUser } from '../users/create-user.ts';

export const goodPassword = 'Harbour-Lamp-42';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { code?: unknown; fields?: Record<string, string> };
  readonly headers: Record<string, unknown>;
}

export interface CallOptions {
  readonly token?: string;
  readonly from?: string;
  readonly userAgent?: string;
  readonly language?: string;
  readonly query?: string;
}

export interface Mail {
  readonly recipient: string;
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

interface TestClock {
  aheadMs: number;
  /** The moment at which it stands still. Undefined: it goes on. */
  heldAt?: number;
}

/** The identity module on a real database with the queue at work, and a clock that a test can move. */
export class IdentityApp {
  readonly app: App;
  readonly platform: Platform;
  readonly database: TestDatabase;
  readonly logLines: string[];
  readonly #clock: TestClock;

  private constructor(parts: {
    app: App;
    platform: Platform;
    database: TestDatabase;
    logLines: string[];
    clock: TestClock;
  }) {
    this.app = parts.app;
    this.platform = parts.platform;
    this.database = parts.database;
    this.logLines = parts.logLines;
    this.#clock = parts.clock;
  }

  static async open(env: Record<string, string> = {}, shared?: TestDatabase): Promise<IdentityApp> {
    const database = shared ?? (await createTestDatabase());
    const loaded = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'debug',
      RATE_LIMIT_PER_MINUTE: '100000',
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://exchange.example',
      ...env,
    });
    invariant(loaded.ok, 'the test gave a configuration that is refused');
    const logLines: string[] = [];
    const log = createLogger(loaded.value, { write: (line) => void logLines.push(line) });
    const clock: TestClock = { aheadMs: 0 };
    const queue = await openJobs({ database: database.database, log });
    const platform: Platform = {
      config: loaded.value,
      log,
      database: database.database,
      jobs: queue,
      messages: createMessages({ config: loaded.value, database: database.database, jobs: queue }),
      metrics: createMetrics(),
      pictures: drawnHere,
      clock: { now: () => new Date((clock.heldAt ?? Date.now()) + clock.aheadMs) },
      runtime: unusedRuntime(),
      view: unusedRuntime(),
      projections: unusedProjections(),
    };
    const app = await buildApp(platform, [realtimeModule, identityModule]);
    const { handlers } = collectJobs([messagesModule, identityModule]);
    await queue.start({ platform, handlers });
    return new IdentityApp({ app, platform, database, logLines, clock });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.platform.jobs.stop();
    await this.database.drop();
  }

  /** Lets time stand still, but for `pass`, so that a slow machine does not outlast what a test is about. */
  holdClock(): void {
    this.#clock.heldAt = Date.now();
  }

  /** Lets time go on, without going back. */
  releaseClock(): void {
    const { heldAt } = this.#clock;
    if (heldAt !== undefined) this.#clock.aheadMs += Math.max(0, heldAt - Date.now());
    delete this.#clock.heldAt;
  }

  /** Moves the clock ahead, as if so much time had passed. */
  pass(seconds: number): void {
    this.#clock.aheadMs += seconds * 1000;
  }

  /** Calls an endpoint. Without an address of its own each call comes from a stranger's. */
  async call(endpoint: Endpoint, body?: object, options: CallOptions = {}): Promise<Answer> {
    const { token, from = anyAddress(), userAgent = firefox, language = 'en', query = '' } = options;
    const response = await this.app.inject({
      method: endpoint.method,
      url: `/api/v1/${endpoint.path}/${query === '' ? '' : `?${query}`}`,
      headers: {
        'user-agent': userAgent,
        'x-forwarded-for': from,
        'accept-language': language,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { payload: body }),
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }

  /** Asks for a puzzle and solves it. */
  async solved(action: 'login' | 'registration' | 'reset'): Promise<string> {
    const { body } = await this.call(gateEndpoints.checkCaptcha, { action });
    const { challenge } = gateEndpoints.checkCaptcha.response.parse(body);
    return Buffer.from(JSON.stringify({ ...challenge, number: solutionOf(challenge) })).toString('base64');
  }

  /** A verified account with `goodPassword`. */
  async addUser(user: Partial<NewUser> = {}): Promise<{ id: string; email: string }> {
    const now = this.platform.clock.now();
    const email = user.email ?? anyEmail();
    const id = await createUser(this.database.database.kysely, {
      email,
      passwordHash: await knownHash(),
      firstName: 'Thea',
      lastName: 'Test',
      country: 'PT',
      birthday: '1990-05-17',
      language: 'en',
      acceptedAt: now,
      createdAt: now,
      ...user,
    });
    invariant(id !== undefined, 'the address is free');
    return { id, email };
  }

  async query<Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.database.database.pool.query(statement, values);
    return rows as Row[];
  }

  async mailsTo(recipient: string): Promise<Mail[]> {
    return this.query<Mail>('select * from messages where recipient = $1 order by sequence', [recipient]);
  }

  /** Waits for the newest mail of a kind. */
  async mailTo(recipient: string, template: string): Promise<Mail> {
    return vi.waitFor(
      async () => {
        const found = (await this.mailsTo(recipient)).findLast((mail) => mail.template === template);
        if (found === undefined) throw new Error(`No ${template} came to ${recipient}.`);
        return found;
      },
      { interval: 20 },
    );
  }

  /** Logs in with the password and, where that is asked for, the code that is mailed. */
  async logInByMail(email: string, options: CallOptions = {}): Promise<Answer> {
    const first = await this.call(loginEndpoints.login, { email, password: goodPassword }, options);
    const { ticket, status } = first.body;
    if (status !== 'second_step') return first;
    const sent = await this.call(loginEndpoints.sendCode, { ticket, method: 'email' }, options);
    invariant(sent.status === 200, `no code was sent: ${JSON.stringify(sent.body)}`);
    const { text } = await this.mailTo(email, 'identity.code');
    const code = /\b\d{6}\b/.exec(text)?.[0];
    return this.call(loginEndpoints.check2faLogin, { ticket, method: 'email', code }, options);
  }

  async eventsOf(userId: string): Promise<string[]> {
    const rows = await this.query<{ event: string }>(
      'select event from security_events where user_id = $1 order by id',
      [userId],
    );
    return rows.map(({ event }) => event);
  }
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
export const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let count = 0;

export function anyEmail(): string {
  count += 1;
  return `person-${count}-${process.pid}@example.test`;
}

/** From a network that is kept for examples, so that it lies in no country. */
function anyAddress(): string {
  count += 1;
  return `198.18.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`;
}

/** The last part of the path of the link in a mail. */
export function tokenIn(mail: Mail, page: string): string {
  const found = new RegExp(`/account/${page}/(?:[0-9a-f-]{36}/)?([A-Za-z0-9_-]+)`).exec(mail.text)?.[1];
  invariant(found !== undefined, `the mail has a link to ${page}`);
  return found;
}

let hash: Promise<string> | undefined;

/** One for all users of a test file: hashing is slow on purpose. */
function knownHash(): Promise<string> {
  hash ??= hashPassword(goodPassword, knownAs('test'));
  return hash;
}

/** By brute force, as a browser does it. */
function solutionOf({ challenge, salt, maxnumber }: z.infer<typeof CaptchaChallenge>): number {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (digest('sha256', `${salt}${number}`) === challenge) return number;
  }
  throw new Error('The puzzle has no solution.');
}
