import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#platform/config/load.ts';
import { type JobQueue, openJobs } from '#platform/jobs/open-jobs.ts';
import { holdBackOff } from '#platform/jobs/testing/hold-back-off.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { drawnHere } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { unusedProjections } from '#testing/unused-projections.ts';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import { createMessages } from './create-messages.ts';
import { checkMailServer, mailServer } from './delivery/mail-server.ts';
import { signSms } from './delivery/sms-webhook.ts';
import { startSmtpServer, startWebhook } from './delivery/test-servers.ts';
import { messagesModule } from './messages-module.ts';
import type { SmsTemplate } from './template.ts';
import { welcomeMail } from './templates/welcome.ts';

const until = <Value>(check: () => Value) => vi.waitFor(check, { interval: 20 });

const webhookSecret = 'a-secret-of-at-least-thirty-two-characters';
const codeSms: SmsTemplate<{ code: string }> = {
  name: 'code',
  compose: (_context, { code }) => `Code ${code}`,
};

let test: TestDatabase;
let queue: JobQueue;

/** The real platform on a database without messages and jobs, with the queue at work. */
async function startPlatform(env: Record<string, string>): Promise<Platform> {
  const config = loadConfig({
    PUBLIC_URL: 'https://exchange.example',
    MAIL_FROM: 'Emporion <no-reply@exchange.example>',
    ...env,
  });
  if (!config.ok) throw new Error(JSON.stringify(config.failure));
  const log = pino({ level: 'silent' });
  queue = await openJobs({ database: test.database, log, pollIntervalMs: 200 });
  await holdBackOff(test.database.pool);
  const platform: Platform = {
    config: config.value,
    log,
    database: test.database,
    jobs: queue,
    messages: createMessages({ database: test.database, jobs: queue, config: config.value }),
    metrics: createMetrics(),
    pictures: drawnHere,
    clock: { now: () => new Date() },
    runtime: unusedRuntime(),
    view: unusedRuntime(),
    projections: unusedProjections(),
  };
  await queue.start({ platform, handlers: messagesModule.jobs ?? {} });
  return platform;
}

const welcome = {
  to: 'ada@example.test',
  language: 'en',
  template: welcomeMail,
  params: { name: 'Ada' },
} as const;

async function row(id: string) {
  const { rows } = await test.database.pool.query('select * from messages where id = $1', [id]);
  return rows[0];
}

/** Waits until the message stands as described. */
async function expectRow(id: string, expected: Record<string, unknown>): Promise<void> {
  await until(async () => expect(await row(id)).toMatchObject(expected));
}

async function retryNow(): Promise<void> {
  await until(async () => {
    const { rowCount } = await test.database.pool.query(
      'select graphile_worker.reschedule_jobs(array[id], run_at => now()) from graphile_worker.jobs where run_at > now()',
    );
    expect(rowCount).toBe(1);
  });
}

beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await queue.stop();
  await test.database.pool.query('truncate messages, graphile_worker._private_jobs');
});
afterAll(() => test.drop());

describe('mail through a real SMTP server', () => {
  it('arrives with both parts, one recipient and a stable message id', async () => {
    const smtp = await startSmtpServer();
    const { messages } = await startPlatform({ SMTP_URL: smtp.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, {
      status: 'delivered',
      attempts: 1,
      last_error: null,
      delivered_at: expect.any(Date),
    });
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail?.to).toEqual(['ada@example.test']);
    expect(mail?.source).toContain(`Message-ID: <${id}@exchange.example>`);
    expect(mail?.source).toContain('From: Emporion <no-reply@exchange.example>');
    expect(mail?.source).toContain('Auto-Submitted: auto-generated');
    expect(mail?.source).toContain('text/plain; charset=utf-8');
    expect(mail?.source).toContain('text/html; charset=utf-8');
    await smtp.close();
  });

  it('is tried again after a 4xx answer, and then arrives', async () => {
    const smtp = await startSmtpServer();
    smtp.refuseWith(451);
    const { messages } = await startPlatform({ SMTP_URL: smtp.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, { status: 'queued', attempts: 1, last_error: expect.stringContaining('451') });
    smtp.refuseWith(undefined);
    await retryNow();
    await expectRow(id, { status: 'delivered', attempts: 2, last_error: null });
    await smtp.close();
  });

  it('has failed for good after a 5xx answer', async () => {
    const smtp = await startSmtpServer();
    smtp.refuseWith(550);
    const { messages } = await startPlatform({ SMTP_URL: smtp.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, { status: 'failed', attempts: 1, last_error: expect.stringContaining('550') });
    await until(async () => {
      const { rowCount } = await test.database.pool.query('select from graphile_worker.jobs');
      expect(rowCount).toBe(0);
    });
    expect(smtp.connections()).toBe(1);
    await smtp.close();
  });

  it('waits for a server that is down, and arrives when it is back', async () => {
    const down = await startSmtpServer();
    await down.close();
    const { messages } = await startPlatform({ SMTP_URL: down.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, { status: 'queued', attempts: 1, last_error: expect.stringContaining('smtp ') });
    const back = await startSmtpServer({ port: Number(new URL(down.url).port) });
    await retryNow();
    await expectRow(id, { status: 'delivered', attempts: 2 });
    await back.close();
  });

  it('fails after the last of a bounded number of attempts', async () => {
    const down = await startSmtpServer();
    await down.close();
    const { messages } = await startPlatform({ SMTP_URL: down.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, { status: 'queued', attempts: 1 });
    await until(async () => {
      const { rowCount } = await test.database.pool.query(
        'select graphile_worker.reschedule_jobs(array[id], run_at => now(), attempts => 7) from graphile_worker.jobs where run_at > now()',
      );
      expect(rowCount).toBe(1);
    });
    await expectRow(id, { status: 'failed', attempts: 2 });
  });

  it('is not handed to a server whose certificate nobody vouches for', async () => {
    const smtp = await startSmtpServer({ tls: true });
    const { messages } = await startPlatform({ SMTP_URL: smtp.url });
    const id = await messages.sendMail(welcome);
    await expectRow(id, { status: 'queued', attempts: 1, last_error: expect.any(String) });
    expect(smtp.received).toEqual([]);
    await smtp.close();
  });

  it('is sent only when the transaction around it commits', async () => {
    const { messages, database } = await startPlatform({});
    await expect(
      database.kysely.transaction().execute(async (transaction) => {
        await messages.sendMail(welcome, { transaction });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const { rowCount } = await database.pool.query('select from messages');
    expect(rowCount).toBe(0);
    const jobs = await database.pool.query('select from graphile_worker.jobs');
    expect(jobs.rowCount).toBe(0);
  });
});

describe('mail without a server', () => {
  it('counts as delivered in demo mode, where the outbox shows it', async () => {
    const { messages } = await startPlatform({});
    await expectRow(await messages.sendMail(welcome), { status: 'delivered' });
  });

  it('fails and says which setting is missing outside of demo mode', async () => {
    // A loopback address: at a public address the start requires SMTP_URL.
    const { messages } = await startPlatform({
      ...{ DEMO: 'false', SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8', PUBLIC_URL: 'http://localhost:8080' },
    });
    await expectRow(await messages.sendMail(welcome), {
      status: 'failed',
      last_error: 'SMTP_URL is not set',
    });
  });
});

describe('text messages through a webhook', () => {
  it('are posted as JSON with a signature over the moment and the body', async () => {
    const webhook = await startWebhook();
    const { messages } = await startPlatform({
      SMS_WEBHOOK_URL: webhook.url,
      SMS_WEBHOOK_SECRET: webhookSecret,
    });
    const began = Date.now();
    const id = await messages.sendSms({
      to: '+34600000000',
      language: 'es',
      template: codeSms,
      params: { code: '123456' },
    });
    await expectRow(id, { status: 'delivered', channel: 'sms', subject: null, html: null });
    const [post] = webhook.received;
    expect(JSON.parse(post?.body ?? '')).toEqual({ id, to: '+34600000000', text: 'Code 123456' });
    const timestamp = String(post?.headers['x-emporion-timestamp']);
    expect(Number(timestamp) * 1000).toBeGreaterThan(began - 1_000);
    expect(Number(timestamp) * 1000).toBeLessThanOrEqual(Date.now());
    expect(post?.headers['x-emporion-signature']).toBe(
      signSms({ secret: webhookSecret, timestamp, body: post?.body ?? '' }),
    );
    await webhook.close();
  });

  it.each([
    [500, 'queued'],
    [429, 'queued'],
    [400, 'failed'],
    [302, 'failed'],
  ])('answered with %i leave the message %s', async (status, expected) => {
    const webhook = await startWebhook();
    webhook.answerWith(status);
    const { messages } = await startPlatform({
      SMS_WEBHOOK_URL: webhook.url,
      SMS_WEBHOOK_SECRET: webhookSecret,
    });
    const id = await messages.sendSms({
      to: '+34600000000',
      language: 'en',
      template: codeSms,
      params: { code: '1' },
    });
    await expectRow(id, { status: expected, last_error: `webhook ${status}` });
    await webhook.close();
  });

  it('wait when nothing listens at the address', async () => {
    const webhook = await startWebhook();
    await webhook.close();
    const { messages } = await startPlatform({
      SMS_WEBHOOK_URL: webhook.url,
      SMS_WEBHOOK_SECRET: webhookSecret,
    });
    const id = await messages.sendSms({
      to: '+34600000000',
      language: 'en',
      template: codeSms,
      params: { code: '1' },
    });
    await expectRow(id, { status: 'queued', last_error: 'webhook ECONNREFUSED' });
  });
});

it('finds out at the start that the mail server is away, and that it is back', async () => {
  const server = await startSmtpServer();
  const platform = await startPlatform({ SMTP_URL: server.url });
  await checkMailServer(platform);
  expect(mailServer(platform).problem).toBeUndefined();
  const { port } = new URL(server.url);
  await server.close();
  await checkMailServer(platform);
  expect(mailServer(platform).problem).toContain('smtp');
  const again = await startSmtpServer({ port: Number(port) });
  await checkMailServer(platform);
  expect(mailServer(platform).problem).toBeUndefined();
  expect(again.received).toEqual([]);
  await again.close();
});
