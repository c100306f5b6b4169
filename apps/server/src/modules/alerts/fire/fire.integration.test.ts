import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectClient } from '#realtime/testing/client.ts';
import { userId } from '#testing/trading-app.ts';
import { type AlertsApp, addUser, createAlertsApp } from '../testing/alerts-app.ts';

let app: AlertsApp;
let origin: string;

beforeAll(async () => {
  app = await createAlertsApp();
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

interface Mail {
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const mailsTo = async (recipient: string) =>
  (await sql<Mail>`select * from messages where recipient = ${recipient}`.execute(app.test.database.kysely))
    .rows;

const told = async (name: string) => {
  const found = await app.notifications();
  return found.filter((each) => each.userId === userId(name)).map(({ template }) => template);
};

/** A price that no alert of another test waits for. */
let base = 51_000;
const nextBase = async () => {
  base += 100;
  await app.trade(String(base));
  return base;
};

it('fires once at the price it was set at, on either side, and not before', async () => {
  const price = await nextBase();
  await app.set('ann', String(price + 10));
  await app.set('ann', String(price - 10), { direction: 'below' });
  await app.trade(String(price + 9.99));
  await app.trade(String(price - 9.99));
  expect((await app.alerts('ann')).active).toHaveLength(2);
  await app.trade(String(price + 12));
  await app.trade(String(price - 10));
  await app.trade(String(price + 20));
  await expect.poll(async () => (await app.alerts('ann')).fired).toHaveLength(2);
  const { active, fired } = await app.alerts('ann');
  expect(active).toEqual([]);
  const values = new Map(fired.map(({ direction, fired_value }) => [direction, fired_value]));
  expect(values).toEqual(
    new Map([
      ['above', String(price + 12)],
      ['below', String(price - 10)],
    ]),
  );
  expect((await told('ann')).sort()).toEqual(['alert_price_above', 'alert_price_below']);
});

it('fires each of many once while trades come at once', async () => {
  const price = await nextBase();
  const names = ['n1', 'n2', 'n3', 'n4'];
  await Promise.all(
    names.flatMap((name) =>
      Array.from({ length: 10 }, (_, index) => app.set(name, String(price + 1 + index))),
    ),
  );
  await Promise.all(Array.from({ length: 20 }, () => app.trade(String(price + 40))));
  await expect
    .poll(async () => Promise.all(names.map(async (name) => (await app.alerts(name)).active.length)))
    .toEqual([0, 0, 0, 0]);
  for (const name of names) expect(await told(name)).toHaveLength(10);
});

it('misses no price that comes while it is written down', async () => {
  let set = 0;
  for (let round = 0; round < 8; round += 1) {
    const price = await nextBase();
    const [{ status }] = await Promise.all([app.set('now', String(price + 5)), app.trade(String(price + 6))]);
    // Either the price was there first and the alert is refused, or it came after and the alert fires.
    expect([200, 409]).toContain(status);
    if (status === 200) set += 1;
    await expect
      .poll(async () => {
        const { active, fired } = await app.alerts('now');
        return [active.length, fired.length];
      })
      .toEqual([0, set]);
  }
});

it('stays silent once it was removed', async () => {
  const price = await nextBase();
  const { body } = await app.set('gone', String(price + 5));
  await app.call({ method: 'DELETE', path: `alerts/${body.id}/`, as: 'gone' });
  await app.set('stays', String(price + 5));
  await app.trade(String(price + 6));
  await expect.poll(() => told('stays')).toHaveLength(1);
  expect(await told('gone')).toEqual([]);
});

it('fires by the volume of 24 hours', async () => {
  await app.set('vol', '1000000', { metric: 'volume' });
  await app.trade(String(base), '30');
  await expect.poll(() => told('vol')).toEqual(['alert_volume_above']);
  const { fired } = await app.alerts('vol');
  expect(Number(fired[0]?.fired_value)).toBeGreaterThan(1_000_000);
});

it('shows at once on both sockets', async () => {
  const price = await nextBase();
  const sockets = await Promise.all(
    ['trading', 'live_notifications'].map((name) =>
      connectClient(`${origin.replace('http', 'ws')}/wsapi/v1/${name}`),
    ),
  );
  for (const socket of sockets) {
    socket.send({ token: 'looker' });
    expect(await socket.next()).toMatchObject({ kind: 'user_notification', results: [] });
  }
  await app.set('looker', String(price + 5));
  await app.trade(String(price + 5));
  for (const socket of sockets) {
    const text = expect.stringContaining((price + 5).toLocaleString('en'));
    expect(await socket.next()).toMatchObject({ kind: 'user_notification', results: [{ text }] });
    socket.socket.terminate();
  }
});

it('writes a mail in the owner’s language and under their phrase, unless they chose otherwise', async () => {
  const price = await nextBase();
  const italian = await addUser(app, 'rita', { language: 'it', phrase: 'vento di mare' });
  const silent = await addUser(app, 'quiet', { notifications: { 'alert.mail': 'off' } });
  await app.set('rita', String(price + 5));
  await app.set('quiet', String(price + 5));
  await app.trade(String(price + 5.5));
  const mail = await vi.waitFor(async () => {
    const [found] = await mailsTo(italian);
    expect(found).toBeDefined();
    return found;
  });
  expect(mail?.template).toBe('alerts.fired');
  expect(mail?.subject).toContain('BTC-USDT è a');
  expect(mail?.text).toContain('vento di mare');
  expect(mail?.text).toContain('/account/trade/BTC-USDT');
  expect(mail?.html).toContain('USDT');
  await expect.poll(() => told('quiet')).toHaveLength(1);
  expect(await mailsTo(silent)).toEqual([]);
});

it('writes ten mails an hour to one owner, who finds the rest in the list', async () => {
  const price = await nextBase();
  const email = await addUser(app, 'busy');
  const { kysely } = app.test.database;
  for (let index = 1; index <= 12; index += 1) await app.set('busy', String(price + index));
  await app.trade(String(price + 20));
  await expect.poll(() => told('busy')).toHaveLength(12);
  expect(await mailsTo(email)).toHaveLength(10);
  // To remove what has fired makes no room.
  for (const { id } of (await app.alerts('busy')).fired)
    await app.call({ method: 'DELETE', path: `alerts/${id}/`, as: 'busy' });
  await app.set('busy', String(price + 30));
  await app.trade(String(price + 31));
  await expect.poll(() => told('busy')).toHaveLength(13);
  expect(await mailsTo(email)).toHaveLength(10);
  await sql`update alert_mails set since = since - interval '1 hour'`.execute(kysely);
  await app.set('busy', String(price + 40));
  await app.trade(String(price + 41));
  await expect.poll(() => told('busy')).toHaveLength(14);
  expect(await mailsTo(email)).toHaveLength(11);
});

it('changes nothing when the mail cannot be written, and fires later', async () => {
  const price = await nextBase();
  const email = await addUser(app, 'late');
  const { database } = app.test;
  await sql`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$
  `.execute(database.kysely);
  await sql`create trigger refuse before insert on messages execute function refuse_mail()`.execute(
    database.kysely,
  );
  await app.set('late', String(price + 5));
  await app.trade(String(price + 6));
  await expect.poll(() => app.logLines.some((line) => line.includes('did not fire'))).toBe(true);
  expect(await told('late')).toEqual([]);
  expect((await app.alerts('late')).active).toHaveLength(1);
  await sql`drop trigger refuse on messages`.execute(database.kysely);
  await expect.poll(() => told('late')).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
});
