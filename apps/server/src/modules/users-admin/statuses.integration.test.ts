import { apiBase } from '@emporion/contracts/rest';
import { closeCodes, socketPaths } from '@emporion/contracts/sockets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tradingOf } from '#modules/trading/index.ts';
import { connectClient } from '#realtime/testing/client.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { reconcileSwitches } from '../trading/account-switches.ts';
import { openUsersDesk, type UsersDesk } from './testing/users-desk.ts';

let desk: UsersDesk;
let clara: Member;
let admin: Member;

beforeAll(async () => {
  desk = await openUsersDesk();
  admin = await desk.member('admin');
  clara = await desk.enrol('clara', ['compliance']);
});
afterAll(() => desk.close());

const order = { type: 0, pair: 'TRX-USDT', operation: 'buy', quantity: '100', price: '0.3' };
const place = (by: Member) => by.call({ method: 'POST', path: 'orders', body: order });
const setStatus = (id: string, status: string, by = clara) => desk.change(by, `${id}/status`, { status });
const inExchange = (id: string) =>
  desk.runtime.read((exchange) => {
    const { frozenByOwner, tradingEnabled, withdrawalEnabled, openOrderCount } = exchange.account(id);
    return { frozenByOwner, tradingEnabled, withdrawalEnabled, openOrderCount };
  });

async function trader(name: string): Promise<Member> {
  const member = await desk.enrol(name);
  await desk.fund(member, 'USDT', 1_000_000_000_000n);
  return member;
}

describe('a suspended account', () => {
  it('logs in and looks, and neither trades nor pays out; its orders are off the book', async () => {
    const user = await trader('sam');
    const other = await trader('sue');
    const resting = await place(user);
    expect(resting.status).toBe(200);
    const changed = await setStatus(user.id, 'suspended');
    expect(changed.body).toMatchObject({ status: 'suspended', counts: { open_orders: 0 } });
    expect(await inExchange(user.id)).toEqual({
      ...{ frozenByOwner: false, tradingEnabled: false, withdrawalEnabled: false, openOrderCount: 0 },
    });
    const { body } = await user.call({ path: `orders/${resting.body.id}` });
    expect(body.order).toMatchObject({ status: 'cancelled' });
    expect((await place(user)).body.code).toBe('trading_disabled');
    expect(await desk.logIn('sam')).toMatchObject({ status: 'signed_in' });
    expect((await user.call({ path: 'balance' })).status).toBe(200);
    expect((await user.call({ method: 'DELETE', path: 'orders' })).status).toBe(200);
    const sent = { to: other.id, currency: 'USDT', amount: '1' };
    const asked = { action: 'transfer', method: 'email', about: sent };
    const code = await user.call({ method: 'POST', path: 'security/confirmation/send-code', body: asked });
    expect(code.status).toBe(200);
    const confirmation = await codeFor('sam');
    const transfer = await user.call({
      method: 'POST',
      path: 'wallet/transfers',
      body: { ...sent, client_id: 'sam-1', confirmation },
    });
    expect(transfer.body.code).toBe('withdrawal_disabled');
    expect((await setStatus(user.id, 'active')).body.status).toBe('active');
    expect((await place(user)).status).toBe(200);
  });

  it('has no order left when it is suspended while they come in', async () => {
    const user = await trader('rita');
    const burst = (count: number) => Array.from({ length: count }, () => place(user));
    const placed = burst(20);
    const suspending = setStatus(user.id, 'suspended');
    placed.push(...burst(20));
    expect((await suspending).status).toBe(200);
    placed.push(...burst(10));
    const statuses = (await Promise.all(placed)).map(({ status }) => status);
    expect(statuses.slice(-10)).toEqual(Array.from({ length: 10 }, () => 403));
    expect(await inExchange(user.id)).toMatchObject({ openOrderCount: 0, tradingEnabled: false });
  });

  it('keeps the switch of staff when it is active again, and the freeze of its owner', async () => {
    const user = await trader('nina');
    await desk.change(clara, `${user.id}/switches`, { trading_enabled: false });
    const resting = await inExchange(user.id);
    expect(resting).toMatchObject({ tradingEnabled: false, withdrawalEnabled: true });
    await setStatus(user.id, 'suspended');
    await setStatus(user.id, 'active');
    expect(await inExchange(user.id)).toMatchObject({ tradingEnabled: false, withdrawalEnabled: true });
    expect((await place(user)).body.code).toBe('trading_disabled');
    await user.call({ method: 'POST', path: 'settings/freeze', body: {} });
    await desk.change(clara, `${user.id}/switches`, { trading_enabled: true });
    expect(await inExchange(user.id)).toMatchObject({ frozenByOwner: true, tradingEnabled: true });
  });

  it('is stopped in the exchange also when the server ended between the row and the exchange', async () => {
    const user = await trader('carl');
    await place(user);
    await desk.query("update users set status = 'banned' where id = $1", [user.id]);
    await reconcileSwitches(await tradingOf(desk.platform));
    expect(await inExchange(user.id)).toEqual({
      ...{ frozenByOwner: false, tradingEnabled: false, withdrawalEnabled: false, openOrderCount: 0 },
    });
  });
});

async function codeFor(name: string) {
  const [mail] = await desk.query<{ text: string }>(
    "select text from messages where recipient = $1 and template = 'identity.code' order by sequence desc limit 1",
    [`${name}@emporion.test`],
  );
  return { method: 'email', code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] };
}

describe('a banned account', () => {
  it('is out at once: its sessions, sockets and orders end, and it cannot log in', async () => {
    const user = await trader('bert');
    const { access, refresh } = await desk.logIn('bert');
    await place(user);
    if (!desk.app.server.listening) await desk.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = await connectClient(
      `${desk.app.listeningOrigin.replace('http', 'ws')}${socketPaths.trading}`,
    );
    socket.send({ token: access });
    await socket.next();
    expect((await setStatus(user.id, 'banned')).body).toMatchObject({
      status: 'banned',
      counts: { sessions: 0 },
    });
    expect(await socket.closed()).toBe(closeCodes.sessionEnded);
    expect((await user.call({ path: 'balance' })).status).toBe(401);
    const payload = { refresh };
    const refreshed = await desk.app.inject({
      method: 'POST',
      url: `${apiBase}auth/token/refresh/`,
      payload,
    });
    expect(refreshed.statusCode).toBe(401);
    expect(await desk.logIn('bert')).toMatchObject({ status: 403, code: 'account_disabled' });
    expect(await inExchange(user.id)).toMatchObject({ openOrderCount: 0, withdrawalEnabled: false });
  });
});

describe('an inactive account', () => {
  it('is made by staff, gets a mail, and is active once a password was chosen by it', async () => {
    const body = {
      ...{
        reason: 'asked for at the counter',
        confirmation: await clara.freshCode(),
        email: 'ivy@emporion.test',
      },
      ...{ first_name: 'Ivy', last_name: 'Vine', country: 'PT', birthday: '1990-05-17', language: 'pt' },
    };
    const created = await clara.call({ method: 'POST', path: 'admin/users', body });
    expect(created.body).toMatchObject({ status: 'inactive', email: 'ivy@emporion.test', first_name: 'Ivy' });
    const again = { ...body, confirmation: await clara.freshCode() };
    expect((await clara.call({ method: 'POST', path: 'admin/users', body: again })).body.code).toBe(
      'email_already_registered',
    );
    // No password opens the account before its owner has chosen one.
    const early = await desk.app.inject({
      ...{ method: 'POST', url: `${apiBase}auth/login/` },
      payload: { email: 'ivy@emporion.test', password: 'Quiet-Harbour-9' },
    });
    expect([early.statusCode, early.json().code]).toEqual([401, 'invalid_credentials']);
    const link = async () => {
      const [mail] = await desk.query<{ text: string; language: string }>(
        "select text, language from messages where recipient = 'ivy@emporion.test' and template = 'identity.invitation' order by sequence desc limit 1",
      );
      expect(mail?.language).toBe('pt');
      return /reset-password\/([^/\s]+)\/([\w-]+)/.exec(mail?.text ?? '')?.slice(1) ?? [];
    };
    const [, first] = await link();
    expect((await desk.change(clara, `${created.body.id}/invitation`)).status).toBe(200);
    const [uid, token] = await link();
    const choose = (chosen: string | undefined) =>
      desk.app.inject({
        ...{ method: 'POST', url: `${apiBase}auth/password/reset/confirm/` },
        payload: {
          uid,
          token: chosen,
          new_password: 'Quiet-Harbour-9',
          new_password_confirm: 'Quiet-Harbour-9',
        },
      });
    expect((await choose(first)).json().code).toBe('reset_token_invalid');
    expect((await choose(token)).json()).toMatchObject({ payouts_frozen_until: expect.any(String) });
    expect((await desk.card(clara, created.body.id)).status).toBe('active');
  });

  it('proves its mailbox before it logs in again', async () => {
    const user = await trader('ines');
    expect((await setStatus(user.id, 'inactive')).body.status).toBe('inactive');
    expect((await user.call({ path: 'balance' })).status).toBe(401);
    expect(await desk.logIn('ines')).toMatchObject({ status: 403, code: 'email_not_verified' });
    const mails = await desk.query(
      "select 1 from messages where recipient = 'ines@emporion.test' and template = 'identity.invitation'",
    );
    expect(mails).toHaveLength(1);
  });
});

describe('who may decide', () => {
  it('lets nobody decide on their own account, nor without a reason and a fresh code', async () => {
    expect((await desk.change(admin, `${admin.id}/status`, { status: 'suspended' })).body.code).toBe(
      'own_account',
    );
    const user = await trader('olga');
    const without = await desk.change(clara, `${user.id}/status`, {
      status: 'banned',
      confirmation: undefined,
    });
    expect(without.body.code).toBe('two_factor_required');
    const unexplained = await desk.change(clara, `${user.id}/status`, { status: 'banned', reason: '' });
    expect(unexplained.status).toBe(422);
    expect((await desk.card(clara, user.id)).status).toBe('active');
  });

  it('shows accounts of staff to who may see the staff, and changes them for administrators only', async () => {
    const colleague = await desk.enrol('colin', ['support']);
    expect((await clara.call({ path: `admin/users/${colleague.id}` })).body.code).toBe('account_not_found');
    expect((await clara.call({ path: 'admin/users?search=colin' })).body.results).toEqual([]);
    const confirmation = await clara.freshCode();
    const body = { status: 'banned', reason: 'because', version: 0, confirmation };
    const path = `admin/users/${colleague.id}/status`;
    expect((await clara.call({ method: 'POST', path, body })).body.code).toBe('account_not_found');
    expect((await setStatus(colleague.id, 'suspended', admin)).body.status).toBe('suspended');
    expect((await colleague.call({ path: 'admin/me' })).status).toBe(404);
    expect((await setStatus(colleague.id, 'active', admin)).status).toBe(200);
    expect((await colleague.call({ path: 'admin/me' })).status).toBe(200);
  });

  it('tells the second of two that the first has changed it', async () => {
    const user = await trader('tom');
    const { version } = await desk.card(clara, user.id);
    const [one, other] = [await clara.freshCode(), await admin.freshCode()];
    const body = { reason: 'seen in the queue', version };
    const path = `admin/users/${user.id}/status`;
    const answers = await Promise.all([
      clara.call({ method: 'POST', path, body: { ...body, status: 'banned', confirmation: one } }),
      admin.call({ method: 'POST', path, body: { ...body, status: 'suspended', confirmation: other } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
    const [written] = await desk.query<{ count: bigint }>(
      "select count(*) from audit_log where subject_id = $1 and action = 'user_status_changed'",
      [user.id],
    );
    expect(written?.count).toBe(1n);
  });
});

it('freezes payouts until a moment, apart from what the protection of the account froze', async () => {
  const user = await trader('fred');
  const until = new Date(desk.platform.clock.now().getTime() + 5 * 86_400_000).toISOString();
  const own = new Date(desk.platform.clock.now().getTime() + 86_400_000);
  await sql`update users set payouts_frozen_until = ${own} where id = ${user.id}`.execute(
    desk.test.database.kysely,
  );
  const frozen = await desk.change(clara, `${user.id}/payout-freeze`, { until });
  expect(frozen.body).toMatchObject({ payouts_frozen_until: until, staff_freeze_until: until });
  expect((await user.call({ path: 'settings' })).body.payouts_frozen_until).toBe(until);
  const lifted = await desk.change(clara, `${user.id}/payout-freeze`, { until: null });
  expect(lifted.body).toMatchObject({ payouts_frozen_until: own.toISOString(), staff_freeze_until: null });
  const past = await desk.change(clara, `${user.id}/payout-freeze`, { until: '2020-01-01T00:00:00.000Z' });
  expect(past.body.code).toBe('value_invalid');
});

it('keeps the last administrator, and of two who ban each other at once one', async () => {
  const second = await desk.enrol('agnes', ['administrator']);
  // Whoever is banned gets no code any more, so both have theirs first.
  const banning = async (by: Member, { id }: Member) => {
    const [{ version }, confirmation] = [await desk.card(by, id), await by.freshCode()];
    const body = { reason: 'we fell out', status: 'banned', version, confirmation };
    return () => by.call({ method: 'POST', path: `admin/users/${id}/status`, body });
  };
  const bans = [await banning(second, admin), await banning(admin, second)];
  const answers = await Promise.all(bans.map((ban) => ban()));
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  const left = await desk.query<{ id: string }>(
    "select id from users where 'administrator' = any (roles) and status = 'active'",
  );
  expect(left).toHaveLength(1);
});
