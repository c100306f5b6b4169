import {
  accountEndpoints,
  loginEndpoints,
  securityEventEndpoints,
  sessionEndpoints,
  settingsEndpoints,
} from '@emporion/contracts/rest';
import { closeCodes, socketPaths } from '@emporion/contracts/sockets';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectClient } from '#realtime/testing/client.ts';
import { keyFor } from '../keys.ts';
import { IdentityApp } from '../testing/identity-app.ts';
import { updateUser } from '../users/users.ts';
import { announceSessions, endSessions } from './end-sessions.ts';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

async function logIn(email: string): Promise<Tokens> {
  const { body } = await server.logInByMail(email);
  return body as unknown as Tokens;
}

async function newSession() {
  const user = await server.addUser();
  return { user, ...(await logIn(user.email)) };
}

const refreshWith = (refresh: string) => server.call(sessionEndpoints.refresh, { refresh });
const profileWith = (token: string) => server.call(accountEndpoints.profile, undefined, { token });

describe('an access token', () => {
  it('tells who is calling', async () => {
    const { access } = await newSession();
    const { body } = await profileWith(access);
    expect(accountEndpoints.profile.response.parse(body)).toMatchObject({
      user: { username: expect.stringMatching(/^thea-\d{6}$/) },
      language: 'en',
      interface: null,
      kyc_status: 'no',
      kyc_state: 'none',
      auto_logout_timeout: 0,
    });
  });

  it('counts for five minutes', async () => {
    const { access, refresh } = await newSession();
    server.pass(280);
    expect((await profileWith(access)).status).toBe(200);
    server.pass(21);
    expect(await profileWith(access)).toMatchObject({
      status: 401,
      body: { code: { code: 'token_not_valid' } },
    });
    const renewed = await refreshWith(refresh);
    expect((await profileWith(String(renewed.body.access))).status).toBe(200);
  });

  it('is refused when it is forged: by another key, without one, or for another session', async () => {
    const { user, access } = await newSession();
    const [, payload] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const sign = (key: Uint8Array, changes: object) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const ours = keyFor(server.platform.config, 'access-token');
    const other = await newSession();
    for (const token of [
      await sign(new Uint8Array(32), {}),
      unsigned,
      // Even with our key, a session of somebody else is not the user's.
      await sign(ours, { sub: other.user.id }),
      await sign(keyFor(server.platform.config, 'captcha'), {}),
      'x',
    ]) {
      expect((await profileWith(token)).body.code).toEqual({ code: 'token_not_valid' });
    }
    expect(claims.sub).toBe(user.id);
    expect((await profileWith(await sign(ours, {}))).status).toBe(200);
  });

  it('is refused at once after logout', async () => {
    const { access, refresh } = await newSession();
    expect((await profileWith(access)).status).toBe(200);
    expect((await server.call(loginEndpoints.logout, undefined, { token: access })).status).toBe(200);
    expect((await profileWith(access)).status).toBe(401);
    expect((await refreshWith(refresh)).body.code).toBe('invalid_token');
  });

  it('is refused once the account is banned, and refreshing says why', async () => {
    const { user, access, refresh } = await newSession();
    await server.query("update users set status = 'banned' where id = $1", [user.id]);
    expect((await profileWith(access)).status).toBe(401);
    expect((await refreshWith(refresh)).body.code).toBe('account_disabled');
  });

  it('loses a role together with the account', async () => {
    const user = await server.addUser({ roles: ['administrator'] });
    const { body } = await server.logInByMail(user.email);
    const access = String(body.access);
    await server.query("update users set roles = '{support}' where id = $1", [user.id]);
    const answer = await server.call(securityEventEndpoints.list, undefined, { token: access });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is answered from memory, without asking the database each time', async () => {
    const { user, access } = await newSession();
    expect((await profileWith(access)).status).toBe(200);
    // Behind our back, so nobody hears of it.
    await server.query(
      "update user_sessions set ended_at = now(), ended_by = 'operator' where user_id = $1",
      [user.id],
    );
    expect(await server.app.authenticate(access)).toMatchObject({ userId: user.id, staff: false });
  });
});

describe('a refresh token', () => {
  it('is exchanged for a new pair, once', async () => {
    const { refresh } = await newSession();
    const first = await refreshWith(refresh);
    expect(first.status).toBe(200);
    expect(first.body.refresh).not.toBe(refresh);
    const second = await refreshWith(String(first.body.refresh));
    expect(second.status).toBe(200);
  });

  it('gives refreshes that come at once the same one new pair', async () => {
    const { user, refresh } = await newSession();
    server.holdClock();
    server.pass(5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(refresh)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => `${body.access} ${body.refresh}`)).size).toBe(1);
    const [session] = await server.query('select * from user_sessions where user_id = $1', [user.id]);
    expect(session?.generation).toBe(1);
    server.pass(9);
    expect((await refreshWith(refresh)).body).toEqual(answers[0]?.body);
    server.releaseClock();
  });

  it('ends its session when it comes again later, for the thief and the owner alike', async () => {
    const { user, refresh } = await newSession();
    const { body: newest } = await refreshWith(refresh);
    server.pass(11);
    expect((await refreshWith(refresh)).body.code).toBe('account_compromised');
    expect((await refreshWith(String(newest.refresh))).body.code).toBe('account_compromised');
    expect((await profileWith(String(newest.access))).status).toBe(401);
    expect(await server.eventsOf(user.id)).toContain('session_reuse_detected');
    await server.mailTo(user.email, 'identity.session-closed');
  });

  it('ends its session also when it is two exchanges old, however soon', async () => {
    const { refresh } = await newSession();
    const { body: one } = await refreshWith(refresh);
    const { body: two } = await refreshWith(String(one.refresh));
    expect((await refreshWith(refresh)).body.code).toBe('account_compromised');
    expect((await refreshWith(String(two.refresh))).body.code).toBe('account_compromised');
  });

  it('leaves the other sessions of the account alone when it ends its own', async () => {
    const { user, refresh } = await newSession();
    const other = await logIn(user.email);
    await refreshWith(refresh);
    server.pass(11);
    await refreshWith(refresh);
    expect((await refreshWith(other.refresh)).status).toBe(200);
  });

  it('is refused when it is made up', async () => {
    const { refresh } = await newSession();
    const [session, generation, mac = ''] = refresh.split('.');
    const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    for (const forged of ['x', `${session}.1.${mac}`, `${session}.${generation}.${flipped}`]) {
      expect((await refreshWith(forged)).body.code).toBe('invalid_token');
    }
    expect((await refreshWith(refresh)).status).toBe(200);
  });

  it('is kept only as a hash', async () => {
    const { user, refresh } = await newSession();
    const rows = await server.query(
      'select user_sessions::text as row from user_sessions where user_id = $1',
      [user.id],
    );
    expect(JSON.stringify(rows)).not.toContain(refresh.split('.')[2]);
  });

  it('counts for thirty days', async () => {
    const { user, refresh } = await newSession();
    server.pass(30 * 24 * 3_600 + 1);
    expect((await refreshWith(refresh)).body.code).toBe('session_expired');
    expect((await refreshWith(refresh)).body.code).toBe('session_expired');
    const [session] = await server.query('select * from user_sessions where user_id = $1', [user.id]);
    expect(session?.ended_by).toBe('expired');
  });

  it('counts no more after the time without use that its owner chose', async () => {
    const { user, access, refresh } = await newSession();
    await server.query('update users set auto_logout_seconds = 900 where id = $1', [user.id]);
    server.pass(250);
    expect((await profileWith(access)).status).toBe(200);
    // The call above was use, so this is no idle session yet.
    server.pass(700);
    const { body } = await refreshWith(refresh);
    expect(body.access).toEqual(expect.any(String));
    server.pass(900);
    expect((await refreshWith(String(body.refresh))).body.code).toBe('session_expired');
  });
});

describe('ending sessions', () => {
  it('spares the one that is excepted', async () => {
    const { user, access } = await newSession();
    const other = await logIn(user.email);
    const mine = await server.app.authenticate(access);
    const ended = await server.platform.database.kysely
      .transaction()
      .execute((transaction) =>
        endSessions(transaction, server.platform, { userId: user.id, except: mine?.sessionId, by: 'owner' }),
      );
    expect(ended).toBe(1);
    expect((await profileWith(access)).status).toBe(200);
    expect((await profileWith(other.access)).status).toBe(401);
  });

  it('closes the sockets of the sessions that end, and of no others', async () => {
    const { user, access } = await newSession();
    const other = await logIn(user.email);
    if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `${server.app.listeningOrigin.replace('http', 'ws')}${socketPaths.trading}`;
    const [one, two] = [await connectClient(url), await connectClient(url)];
    one.send({ token: access });
    two.send({ token: other.access });
    await Promise.all([one.next(), two.next()]);
    await server.call(loginEndpoints.logout, undefined, { token: access });
    expect(await one.closed()).toBe(closeCodes.sessionEnded);
    expect(two.socket.readyState).toBe(two.socket.OPEN);
    two.socket.terminate();
  });

  it('has the session that goes on read anew, for the account may have been frozen', async () => {
    const { user, access } = await newSession();
    const frozen = async () => (await server.app.authenticate(access))?.frozen;
    expect(await frozen()).toBe(false);
    await server.call(settingsEndpoints.freeze, undefined, { token: access });
    expect(await frozen()).toBe(true);
    await server.platform.database.kysely.transaction().execute(async (transaction) => {
      await updateUser(transaction, user.id, { frozenAt: null });
      await announceSessions(transaction, server.platform, { userId: user.id });
    });
    expect(await frozen()).toBe(false);
  });

  it('ends nothing when its transaction fails', async () => {
    const { user, access } = await newSession();
    const failing = server.platform.database.kysely.transaction().execute(async (transaction) => {
      await endSessions(transaction, server.platform, { userId: user.id, by: 'owner' });
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    expect((await profileWith(access)).status).toBe(200);
  });

  it('is heard by another process', async () => {
    const { user, access } = await newSession();
    expect((await profileWith(access)).status).toBe(200);
    // A platform of its own has a memory of its own, as another process has.
    const elsewhere = { ...server.platform, database: { ...server.platform.database } };
    await elsewhere.database.kysely
      .transaction()
      .execute((transaction) => endSessions(transaction, elsewhere, { userId: user.id, by: 'operator' }));
    await vi.waitFor(async () => expect(await server.app.authenticate(access)).toBeUndefined());
  });
});

describe('the connection on which endings are heard', () => {
  it('is made anew when it breaks', async () => {
    const listening = async () => {
      const rows = await server.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and query like 'listen identity_%'",
      );
      return rows.map(({ pid }) => pid);
    };
    const before = await listening();
    expect(before).toHaveLength(1);
    await server.query('select pg_terminate_backend($1)', [before[0]]);
    await vi.waitFor(
      async () => {
        const after = await listening();
        expect(after).toHaveLength(1);
        expect(after).not.toEqual(before);
      },
      { interval: 50 },
    );
  });
});

describe('a single session per account', () => {
  it('ends the others at login, and their refresh says so', async () => {
    const single = await IdentityApp.open({ SINGLE_SESSION: 'true' }, server.database);
    try {
      const user = await server.addUser();
      const login = () => single.logInByMail(user.email);
      const { body: first } = await login();
      const { body: second } = await login();
      const refused = await single.call(sessionEndpoints.refresh, { refresh: first.refresh });
      expect(refused.body.code).toBe('session_concurrent');
      expect((await single.call(sessionEndpoints.refresh, { refresh: second.refresh })).status).toBe(200);
    } finally {
      await single.app.close();
      await single.platform.jobs.stop();
    }
  });
});

describe('the language of the interface', () => {
  it('is kept with the account', async () => {
    const { access } = await newSession();
    const kept = await server.call(accountEndpoints.language, { lang: 'pt' }, { token: access });
    expect(kept.body).toEqual({ lang: 'pt' });
    expect((await profileWith(access)).body.language).toBe('pt');
  });
});
