import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoUsers } from '#platform/demo/demo-users.ts';
import { runDemoSeeds } from '#platform/demo/run-demo-seeds.ts';
import { createTestApp, productionEnv, type TestApp } from '#platform/http/testing/test-app.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { createMessages } from '#platform/messages/create-messages.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { MailTemplate, SmsTemplate } from '#platform/messages/template.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { outboxModule } from './index.ts';

let test: TestDatabase;
let server: TestApp;
let messages: Messages;

const note: MailTemplate<{ text: string; subject?: string }> = {
  name: 'note',
  compose: (_context, { text, subject = 'Note' }) => ({
    subject,
    preheader: '',
    blocks: [{ kind: 'paragraph', text }],
  }),
};
const sms: SmsTemplate<{ text: string }> = { name: 'note', compose: (_context, { text }) => text };

const mail = (to: string, text: string) =>
  messages.sendMail({ to, language: 'en', template: note, params: { text } });

async function get(url: string) {
  return server.app.inject({ method: 'GET', url });
}

async function json(query: string) {
  const answer = await get(`/dev/outbox.json${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ to: string; text: string; [key: string]: unknown }[]>();
}

beforeAll(async () => {
  test = await createTestDatabase();
  server = await createTestApp({ database: test.database, modules: [outboxModule] });
  const jobs = await openJobs({ database: test.database, log: server.platform.log });
  messages = createMessages({ database: test.database, jobs, config: server.platform.config });
});

beforeEach(() => test.database.pool.query('truncate messages'));
afterAll(async () => {
  await server.app.close();
  await test.drop();
});

describe('/dev/outbox.json', () => {
  it('answers one recipient, newest first, with the links of each text', async () => {
    await mail('ada@example.test', 'First: https://exchange.example/reset/1/abc.');
    await mail('eve@example.test', 'Other');
    await mail('Ada@Example.test', 'Second');
    const [second, first, ...more] = await json('?to=ada@example.test');
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      to: 'Ada@Example.test',
      subject: 'Note',
      channel: 'mail',
      status: 'queued',
    });
    expect(first?.text).toContain('First');
    expect(first?.links).toContain('https://exchange.example/reset/1/abc');
    expect(new Date(String(first?.created_at)).getTime()).toBeGreaterThan(0);
  });

  it('finds a telephone number and a tagged address although their plus was not encoded', async () => {
    await messages.sendSms({ to: '+34600000000', language: 'en', template: sms, params: { text: 'Code 1' } });
    await mail('ada+tag@example.test', 'Tagged');
    expect(await json('?to=+34600000000')).toMatchObject([
      { to: '+34600000000', channel: 'sms', subject: null },
    ]);
    expect(await json('?to=ada+tag@example.test')).toHaveLength(1);
    expect(await json('?to=%2B34600000000')).toHaveLength(1);
  });

  it('matches the whole recipient only', async () => {
    await mail('ada@example.test', 'Hello');
    expect(await json('?to=da@example.test')).toEqual([]);
    expect(await json("?to=' or 1=1 --")).toEqual([]);
  });

  it('keeps to a limit, and refuses one beyond the bound', async () => {
    for (const text of ['1', '2', '3']) await mail('ada@example.test', text);
    expect(await json('?limit=2')).toHaveLength(2);
    for (const limit of ['0', '101', '-1', 'x', '1e9']) {
      expect((await get(`/dev/outbox.json?limit=${limit}`)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await get(`/dev/outbox.json?limit=${limit}`)).statusCode).toBeLessThan(500);
    }
  });
});

describe('/dev/outbox', () => {
  it('shows what a person wrote as text, never as markup', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const id = await messages.sendMail({
      to: 'ada@example.test',
      language: 'en',
      template: note,
      params: { text: `${evil} https://exchange.example/"onclick="x`, subject: evil },
    });
    for (const url of [
      '/dev/outbox',
      `/dev/outbox?to=${encodeURIComponent('"><script>')}`,
      `/dev/outbox/${id}`,
    ]) {
      const { body } = await get(url);
      expect(body).not.toMatch(/<img|<script|"onclick/);
    }
    expect((await get('/dev/outbox')).body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect((await get(`/dev/outbox/${id}`)).body).toContain(
      '<a href="https://exchange.example/" rel="noreferrer">',
    );
  });

  it('allows no script and no inline style on its own pages', async () => {
    const answer = await get('/dev/outbox');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|script-src/);
    expect(answer.body).not.toMatch(/<script|<style| style=/);
    expect((await get('/dev/outbox.css')).headers['content-type']).toContain('text/css');
  });

  it('serves the HTML part without an origin, to its own frame only', async () => {
    const id = await mail('ada@example.test', 'Hello');
    const answer = await get(`/dev/outbox/${id}/html`);
    expect(answer.body).toContain('<!doctype html>');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it('pages through all messages without repeating or losing one', async () => {
    for (let count = 0; count < 30; count += 1) await mail(`user${count}@example.test`, 'Hello');
    const first = (await get('/dev/outbox?to=user')).body;
    const older = /href="([^"]+before=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await get(older)).body;
    const shown = [...`${first}${second}`.matchAll(/class="to">([^<]+)</g)].map(([, to]) => to);
    expect(shown).toEqual(Array.from({ length: 30 }, (_, index) => `user${29 - index}@example.test`));
    expect(second).not.toContain('before=');
    expect(second).toContain('>Newest<');
  });

  it('filters by a part of the recipient, and says so when nothing matches', async () => {
    await mail('ada@example.test', 'Hello');
    expect((await get('/dev/outbox?to=ADA')).body).toContain('ada@example.test');
    expect((await get('/dev/outbox?to=nobody')).body).toContain('No message was sent to nobody.');
  });

  it.each([
    '/dev/outbox/0d3f8a0e-6a3f-4a51-9d35-0c5c54c5c111',
    '/dev/outbox/0d3f8a0e-6a3f-4a51-9d35-0c5c54c5c111/html',
  ])('answers 404 for a message that does not exist at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it.each([
    '/dev/outbox/x',
    '/dev/outbox?before=x',
    '/dev/outbox?to=a&to=b',
    '/dev/outbox?to=%00',
    '/dev/outbox.json?to=%00',
    '/dev/outbox.json?limit=0x10',
    '/dev/outbox.json?limit=1e1',
    '/dev/outbox.json?limit=%2010',
  ])('refuses %s', async (url) => {
    const { statusCode } = await get(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  });

  it('greets each demo user once', async () => {
    const platform = { ...server.platform, messages };
    await runDemoSeeds(platform, [outboxModule]);
    await runDemoSeeds(platform, [outboxModule]);
    const names = demoUsers.map(({ email }) => email.split('@')[0]);
    expect((await json('')).map(({ to }) => to).reverse()).toEqual(
      names.map((name) => `${name}@emporion.test`),
    );
  });
});

describe('in production', () => {
  it.each([
    '/dev/outbox',
    '/dev/outbox.json',
    '/dev/outbox.css',
    '/dev/outbox/0d3f8a0e-6a3f-4a51-9d35-0c5c54c5c111',
  ])('there is nothing at %s', async (url) => {
    const production = await createTestApp({
      database: test.database,
      modules: [outboxModule],
      env: productionEnv,
    });
    expect((await production.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    await production.app.close();
  });
});
