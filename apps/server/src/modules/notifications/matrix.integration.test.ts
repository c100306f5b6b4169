import { apiBase, type NotificationKind, notificationChoiceEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcementsModule } from '#modules/announcements/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { findUser, noteSecurityChange } from '#modules/identity/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { demoPassword } from '#platform/demo/demo-users.ts';
import type { JobPayload } from '#platform/jobs/jobs.ts';
import { realtimeModule } from '#realtime/index.ts';
import { connectClient, type TestClient } from '#realtime/testing/client.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { sendDigests } from './digest/send-digests.ts';
import { notificationsModule, notify } from './index.ts';
import { newsletterJob, sendNewsletter } from './lists/send-newsletter.ts';
import { pushJob, pushNotification } from './push/push-job.ts';
import { PushServiceDouble } from './push/testing/push-service-double.ts';
import type { NotificationTemplate } from './templates.ts';

const email = 'trader@emporion.test';
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const hourMs = 3_600_000;
const jobs: { name: string; payload: JobPayload }[] = [];
const push = new PushServiceDouble();
let exchange: StaffedExchange;
let trader: Member;
let taker: Member;
let admin: Member;
let second: Member;
let socket: TestClient;
let device: string;
let told = 0;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [realtimeModule, auditModule, staffModule, announcementsModule, notificationsModule],
    clock,
    jobs: { add: async (name, payload) => void jobs.push({ name, payload }), stop: async () => undefined },
  });
  [trader, taker] = [await exchange.member('trader'), await exchange.member('second')];
  [admin, second] = [await exchange.member('admin'), await exchange.member('operator')];
  await exchange.fund(trader, 'BTC', 100_000_000n);
  await exchange.fund(taker, 'USDT', 10n ** 15n);
  await exchange.test.database.pool.query(
    "update users set phone = '+351912345678', phone_verified_at = now(), anti_phishing_phrase = 'tall ships' where id = $1",
    [trader.id],
  );
  await exchange.test.database.pool.query("update users set roles = '{administrator}' where id = $1", [
    second.id,
  ]);
  const login = await logIn();
  device = login.device;
  const { body } = await trader.call({ path: 'push_subscriptions' });
  push.applicationServerKey = body.key;
  await trader.call({ method: 'POST', path: 'push_subscriptions', body: push.subscription });
  const origin = await exchange.app.listen({ host: '127.0.0.1', port: 0 });
  socket = await connectClient(`${origin.replace('http', 'ws')}/wsapi/v1/live_notifications`);
  socket.send({ token: login.access });
  await socket.next();
});
afterAll(async () => {
  socket.socket.terminate();
  await exchange.close();
});

async function logIn() {
  const payload = { email, password: demoPassword, ...(device && { device }) };
  const answer = await exchange.app.inject({ method: 'POST', url: `${apiBase}auth/login/`, payload });
  return answer.json();
}

const db = () => exchange.test.database.kysely;
function count(): number {
  told += 1;
  return told;
}
const next = () => `matrix:${count()}`;
const say = (template: NotificationTemplate, params = {}) =>
  db()
    .transaction()
    .execute((transaction) =>
      notify(transaction, exchange.platform, { userId: trader.id, template, params, key: next() }),
    );

const notices = ['totp_on', 'totp_off', 'sms_on', 'sms_off', 'email_on', 'email_off', 'frozen'] as const;

async function fillOrder(): Promise<void> {
  const order = { type: 0, pair: 'BTC-USDT', quantity: '0.001', price: '50000' };
  const place = async (as: Member, operation: string) =>
    expect((await as.call({ method: 'POST', path: 'orders', body: { ...order, operation } })).status).toBe(
      200,
    );
  await place(trader, 'sell');
  await place(taker, 'buy');
  const { batch } = exchange.runtime.position;
  await exchange.platform.projections.caughtUp('notices', batch, 30_000);
}

/** Something of each kind happens to the trader, by the way by which it really does where that is in these modules. */
const causes: Record<Exclude<NotificationKind, 'announcement' | 'newsletter'>, () => Promise<unknown>> = {
  order: fillOrder,
  deposit: () => say('deposit_credited', { coin: 'BTC', amount: '1', network: 'Bitcoin', minimum: '0' }),
  withdrawal: () => say('withdrawal_sent', { coin: 'BTC', amount: '1' }),
  security: async () => {
    const user = await findUser(db(), trader.id);
    const notice = notices[count() % notices.length] ?? 'frozen';
    const origin = { address: '192.0.2.1', place: null, device: 'Firefox on Linux' };
    if (user)
      await db()
        .transaction()
        .execute((transaction) =>
          noteSecurityChange(transaction, exchange.platform, { user, origin, event: 'matrix', notice }),
        );
  },
  login: logIn,
  alert: () => say('alert_price_above', { pair: 'BTC-USDT', quote: 'USDT', value: '1', reached: '2' }),
  ticket: () => say('ticket_answered' as NotificationTemplate),
  verification: () => say('verification_approved' as NotificationTemplate),
};

const silence = { list: false, toast: false, mail: 'off', sms: false, push: false } as const;
const ways = ['list', 'toast', 'mail', 'sms', 'push'] as const;

async function choose(choices: object, digest?: object): Promise<void> {
  const body = { choices, ...(digest && { digest }) };
  const answer = await trader.call({ method: 'PATCH', path: 'settings/notifications', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function listed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_notifications where user_id = ${trader.id} and is_listed and template <> 'code_redeemed'
  `.execute(db());
  return rows[0]?.count ?? 0;
}

const messages = async () => {
  const { rows } = await sql<{
    channel: string;
    template: string;
    text: string;
    html: string;
    unsubscribe: string;
  }>`
    select channel, template, text, html, unsubscribe_url as unsubscribe from messages
    where recipient in (${email}, '+351912345678') and template <> 'identity.code' order by sequence
  `.execute(db());
  return rows;
};

/** What was shown on the page since it was asked last. One that is always shown ends it, for signals come in their order. */
async function shown(): Promise<number> {
  await choose({ deposit: { ...silence, toast: true } });
  await say('code_redeemed', { coin: 'BTC', amount: '7' });
  for (let count = 0; ; count += 1) {
    const message = await socket.next();
    if (message.kind !== 'user_notification') continue;
    if (message.results.some(({ text }) => text.includes('7 BTC'))) return count;
  }
}

const run = () => ({
  ...{ platform: exchange.platform, attempt: 1, isLastAttempt: true, signal: AbortSignal.timeout(9_000) },
});

async function runJobs(): Promise<void> {
  for (const { name, payload } of jobs.splice(0)) {
    if (name === pushJob) await pushNotification(push.post)(payload, run());
    if (name === newsletterJob) await sendNewsletter(payload, run());
  }
}

/** By which ways the trader heard of what happened. */
async function heardOf(cause: () => Promise<unknown>): Promise<string[]> {
  const before = { list: await listed(), messages: (await messages()).length, push: push.received.length };
  await cause();
  // The server sends what is due as it hears of it.
  await expect
    .poll(async () => (await sql`select from user_notifications where due <> '{}'`.execute(db())).rows.length)
    .toBe(0);
  await runJobs();
  const came = (await messages()).slice(before.messages).map(({ channel }) => channel);
  const counts = {
    list: (await listed()) - before.list,
    mail: came.filter((channel) => channel === 'mail').length,
    sms: came.filter((channel) => channel === 'sms').length,
    push: push.received.length - before.push,
    toast: await shown(),
  };
  for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(1);
  return ways.filter((way) => counts[way] === 1);
}

describe.each(Object.keys(causes) as (keyof typeof causes)[])('of %s', (kind) => {
  const locked = kind === 'security' ? ['mail'] : [];
  const off = { ...silence, ...(kind === 'security' && { mail: 'now' }) };

  it('nothing comes by a way that is switched off', async () => {
    await choose({ [kind]: off });
    expect(await heardOf(causes[kind])).toEqual(locked);
  });

  it.each(ways)('it comes by %s alone when that alone is on', async (way) => {
    await choose({ [kind]: { ...off, [way]: way === 'mail' ? 'now' : true } });
    const expected = ways.filter((each) => each === way || locked.includes(each));
    // Each deal is shown on the page as it happens, so a filled order is not shown once more.
    expect(await heardOf(causes[kind])).toEqual(
      expected.filter((each) => kind !== 'order' || each !== 'toast'),
    );
  });
});

const staffSend = async (as: Member, path: string, body: object) =>
  as.call({
    method: 'POST',
    path: `admin/${path}`,
    body: { ...body, reason: 'As decided', confirmation: await as.freshCode() },
  });

describe('of announcements', () => {
  const announce = async () => {
    const written = {
      title: { en: 'New coin' },
      text: { en: 'ETH is listed.' },
      kind: 'list',
      audience: 'everyone',
    };
    const times = { from: new Date(Date.now() - 60_000).toISOString(), to: null, countries: [], tiers: [] };
    expect((await staffSend(admin, 'announcements', { ...written, ...times, draft: false })).status).toBe(
      200,
    );
    await announcementsModule.jobs?.['announcements.tell']?.({}, run());
  };

  it.each([
    ['mail', { mail: 'now', push: false }, ['mail']],
    ['push', { mail: 'off', push: true }, ['push']],
    ['nothing', { mail: 'off', push: false }, []],
  ])('%s comes as chosen', async (_way, announcement, expected) => {
    await choose({ announcement });
    expect(await heardOf(announce)).toEqual(expected);
  });
});

describe('of the newsletter', () => {
  const write = async () =>
    (await staffSend(admin, 'newsletters', { title: { en: 'News' }, text: { en: 'Of March.' } })).body;

  it('a mail comes to who asked for it, sent by another than wrote it, and one click ends it', async () => {
    await choose({ newsletter: { mail: 'now' } });
    const { id } = await write();
    expect((await staffSend(admin, `newsletters/${id}/send`, {})).body.code).toBe('own_proposal');
    const send = () => staffSend(second, `newsletters/${id}/send`, {});
    expect(await heardOf(send)).toEqual(['mail']);
    const [mail] = (await messages()).slice(-1);
    expect(mail?.text).toContain('tall ships');
    const path = new URL(mail?.unsubscribe ?? '').pathname;
    expect(mail?.html).toContain(path);
    const looked = await exchange.app.inject({ url: path });
    expect(looked.body).toContain('<form method="post">');
    expect((await trader.call({ path: 'settings' })).body.notifications.newsletter).toBe(true);
    const left = await exchange.app.inject({
      ...{ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(left.statusCode).toBe(200);
    expect((await trader.call({ path: 'settings' })).body.notifications.newsletter).toBe(false);
    const forged = await exchange.app.inject({ method: 'POST', url: `${path.slice(0, -2)}xx` });
    expect(forged.statusCode).toBe(404);
  });

  it('one person with two accounts does not send what they wrote, and a title is one line, as subjects are', async () => {
    const { id } = await write();
    await sql`update users set phone = '+351900000009', phone_verified_at = now() where id in (${admin.id}, ${second.id})`.execute(
      db(),
    );
    expect((await staffSend(second, `newsletters/${id}/send`, {})).body.code).toBe('same_person');
    await sql`update users set phone = null where id in (${admin.id}, ${second.id})`.execute(db());
    for (const en of ['News\nBcc: all', 'News\u2028now'])
      expect((await staffSend(admin, 'newsletters', { title: { en }, text: { en: 'A' } })).status).toBe(422);
  });

  it('nothing comes to whoever did not ask', async () => {
    const { id } = await write();
    expect(await heardOf(() => staffSend(second, `newsletters/${id}/send`, {}))).toEqual([]);
    expect((await staffSend(second, `newsletters/${id}/send`, {})).body.code).toBe('changed_meanwhile');
  });
});

it('the digest is one mail, at the hour of the reader’s day, of what was chosen for it', async () => {
  // Two hours behind where the clock of the test is, three before the hour of the digest there.
  const time_zone = 'Etc/GMT+2';
  const hour = (clock.now().getUTCHours() + 24 - 2 + 3) % 24;
  await choose({ alert: { ...silence, mail: 'digest' } }, { every: 'day', hour, time_zone });
  expect(await heardOf(causes.alert)).toEqual([]);
  await causes.alert();
  const before = (await messages()).length;
  clock.aheadMs = 2 * hourMs;
  await sendDigests(exchange.platform);
  expect((await messages()).length).toBe(before);
  clock.aheadMs = 3 * hourMs;
  await sendDigests(exchange.platform);
  await sendDigests(exchange.platform);
  const [digest, ...more] = (await messages()).slice(before);
  expect(digest).toMatchObject({
    template: 'notifications.digest',
    text: expect.stringContaining('BTC-USDT'),
  });
  expect(more).toEqual([]);
  clock.aheadMs = 0;
});

it('says outside of our pages that a ticket was closed, and not what it is about', async () => {
  await choose({ ticket: { list: true, toast: false, mail: 'now', sms: true, push: true } });
  const before = (await messages()).length;
  const closed = () => say('ticket_closed', { ticket: '#1234', subject: 'My divorce' });
  expect(await heardOf(closed)).toEqual(['list', 'mail', 'sms', 'push']);
  const sent = [...(await messages()).slice(before), push.received.at(-1)];
  for (const each of sent) {
    expect(JSON.stringify(each)).not.toContain('divorce');
    expect(JSON.stringify(each)).toContain('#1234');
  }
  await choose({ ticket: { ...silence, mail: 'digest' } });
  await closed();
  clock.aheadMs = 48 * hourMs;
  for (let hour = 0; hour < 24; hour += 1) {
    clock.aheadMs += hourMs;
    await sendDigests(exchange.platform);
  }
  clock.aheadMs = 0;
  const digest = (await messages()).at(-1);
  expect(digest).toMatchObject({ template: 'notifications.digest', text: expect.stringContaining('#1234') });
  expect(JSON.stringify(digest)).not.toContain('divorce');
  await choose({ ticket: silence });
  const { results } = (await trader.call({ path: 'user_notifications' })).body;
  expect(JSON.stringify(results)).toContain('divorce');
});

it('the six switches of the profile are the mails of their kinds', async () => {
  const change = (notifications: object) =>
    trader.call({ method: 'PATCH', path: 'settings', body: { notifications } });
  expect((await change({ alerts: true, orders: true, login: false })).body.notifications).toMatchObject({
    ...{ alerts: true, orders: true, login: false },
  });
  const { choices } = notificationChoiceEndpoints.read.response.parse(
    (await trader.call({ path: 'settings/notifications' })).body,
  );
  // The digest is a mail too, and a switch that is on already changes nothing.
  expect([choices.alert.mail, choices.order.mail, choices.login.mail]).toEqual(['digest', 'now', 'off']);
  await change({ alerts: false, orders: false });
  const after = (await trader.call({ path: 'settings/notifications' })).body.choices;
  expect([after.alert.mail, after.order.mail]).toEqual(['off', 'off']);
});

it('refuses to switch security mails off, ways that a kind does not have, and zones that nobody knows', async () => {
  const answer = async (body: object) =>
    (await trader.call({ method: 'PATCH', path: 'settings/notifications', body })).status;
  expect(await answer({ choices: { security: { mail: 'off' } } })).toBe(422);
  expect(await answer({ choices: { newsletter: { sms: true } } })).toBe(422);
  expect(await answer({ choices: { rumours: { mail: 'now' } } })).toBe(422);
  expect(await answer({ digest: { time_zone: 'Mars/Olympus' } })).toBe(422);
});

it('forgets a browser that is gone, and pushes to none that is not on the public internet', async () => {
  const subscribe = (endpoint: string) =>
    trader.call({ method: 'POST', path: 'push_subscriptions', body: { ...push.subscription, endpoint } });
  expect((await subscribe('https://10.0.0.7/steal')).body.code).toBe('push_address_refused');
  const { id } = (await trader.call({ path: 'push_subscriptions' })).body.results[0];
  expect((await taker.call({ method: 'DELETE', path: `push_subscriptions/${id}` })).status).toBe(404);
  await choose({ alert: { ...silence, push: true } });
  push.status = 410;
  await heardOf(causes.alert);
  expect((await trader.call({ path: 'push_subscriptions' })).body.results).toEqual([]);
});

it('has ten browsers at most, also when they subscribe at once', async () => {
  const body = (index: number) => ({
    ...push.subscription,
    endpoint: `https://push.example.com/many/${index}`,
  });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      taker.call({ method: 'POST', path: 'push_subscriptions', body: body(index) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

it('counts no browser that was logged out of', async () => {
  const { access } = await logIn();
  const post = (path: string, payload: object = {}) =>
    exchange.app.inject({
      ...{ method: 'POST', url: `${apiBase}${path}/`, payload },
      headers: { authorization: `Bearer ${access}` },
    });
  const body = (name: string) => ({
    ...push.subscription,
    endpoint: `https://push.example.com/left/${name}`,
  });
  for (let index = 0; index < 10; index += 1)
    expect((await post('push_subscriptions', body(String(index)))).statusCode).toBe(200);
  expect((await post('auth/logout')).statusCode).toBe(200);
  expect((await trader.call({ method: 'POST', path: 'push_subscriptions', body: body('next') })).status).toBe(
    200,
  );
});
