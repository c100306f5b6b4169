import { apiBase } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { loadConfig } from '#platform/config/load.ts';
import type { App } from '#platform/http/app.ts';
import { buildApp } from '#platform/http/build-app.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { drawnHere } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase } from '#testing/database.ts';
import { unusedProjections } from '#testing/unused-projections.ts';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import { identityModule } from '../index.ts';
import { createPerson, type Person } from './person.ts';

export interface SentMessage {
  readonly to: string;
  readonly channel: 'mail' | 'sms';
  readonly template: string;
  readonly subject: string | null;
  readonly text: string;
}

export interface PeopleApp {
  readonly app: App;
  readonly platform: Platform;
  readonly logLines: string[];
  /** Time stands still until it is moved on. */
  advance(seconds: number): void;
  person(details?: { firstName?: string; phone?: string; language?: 'en' | 'ru' }): Promise<Person>;
  /** Calls without a token. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  /** Logs in from an unknown device: with the password and, where that is asked for, the code that is mailed. */
  logIn(email: string, password: string): Promise<{ status: number; body: Answer }>;
  /** What was written to somebody, oldest first. */
  messagesTo(to: string): Promise<SentMessage[]>;
  /** The six digits of the newest message to somebody. */
  codeSentTo(to: string): Promise<string>;
  events(userId: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface Answer {
  readonly code?: string;
  readonly [name: string]: unknown;
}

/** The real routes on a real database, with a clock of the test's own. Messages are written but nobody delivers them. */
export async function createPeopleApp(): Promise<PeopleApp> {
  const test = await createTestDatabase();
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'debug', RATE_LIMIT_PER_MINUTE: '1000000' };
  const loaded = loadConfig({ ...env, PUBLIC_URL: 'https://exchange.example' });
  invariant(loaded.ok, 'the test gave a configuration that is refused');
  const { database } = test;
  const jobs = { add: async () => undefined, stop: async () => undefined };
  const logLines: string[] = [];
  let now = new Date('2026-05-01T12:00:00.000Z');
  const platform: Platform = {
    config: loaded.value,
    log: createLogger(loaded.value, { write: (line) => void logLines.push(line) }),
    database,
    jobs,
    messages: createMessages({ database, jobs, config: loaded.value }),
    metrics: createMetrics(),
    pictures: drawnHere,
    clock: { now: () => now },
    runtime: unusedRuntime(),
    view: unusedRuntime(),
    projections: unusedProjections(),
  };
  const app = await buildApp(platform, [identityModule]);

  async function messagesTo(to: string): Promise<SentMessage[]> {
    const { rows } = await sql<SentMessage>`
      select recipient as "to", channel, template, subject, text from messages
      where recipient = ${to} order by sequence
    `.execute(database.kysely);
    return rows;
  }

  const call: PeopleApp['call'] = async (method, path, body) => {
    const answer = await app.inject({ method, url: `${apiBase}${path}/`, payload: body as object });
    return { status: answer.statusCode, body: answer.json() };
  };
  const codeSentTo: PeopleApp['codeSentTo'] = async (to) => {
    const newest = (await messagesTo(to)).at(-1);
    const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
    invariant(code !== undefined, 'no code was sent');
    return code;
  };

  return {
    app,
    platform,
    logLines,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    person: (details) => createPerson(app, platform, details),
    call,
    logIn: async (email, password) => {
      const first = await call('POST', 'auth/login', { email, password });
      const { status, ticket } = first.body;
      if (status !== 'second_step') return first;
      const sent = await call('POST', 'auth/login/send-code', { ticket, method: 'email' });
      invariant(sent.status === 200, `no code was sent: ${JSON.stringify(sent.body)}`);
      const code = await codeSentTo(email);
      return call('POST', 'check2falogin', { ticket, method: 'email', code });
    },
    messagesTo,
    codeSentTo,
    events: async (userId) => {
      const { rows } = await sql<{ event: string }>`
        select event from security_events where user_id = ${userId} order by id
      `.execute(database.kysely);
      return rows.map(({ event }) => event);
    },
    close: async () => {
      await app.close();
      await test.drop();
    },
  };
}
