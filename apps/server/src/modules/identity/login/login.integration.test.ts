import {
  gateEndpoints,
  loginEndpoints,
  registrationEndpoints,
  securityEventEndpoints,
  sessionEndpoints,
  settingsEndpoints,
} from '@emporion/contracts/rest';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { networksOf } from '#platform/http/address-key.ts';
import { type AttemptPolicy, readAttempts, refundAttempt, takeAttempt } from '../attempts/attempts.ts';
import { strangerFrom } from '../passwords/hashing-line.ts';
import { inTurn, needsRehash, waitingStrangers } from '../passwords/passwords.ts';
import { liveSessionsOf } from '../sessions/live-sessions.ts';
import {
  type Answer,
  anyEmail,
  goodPassword,
  IdentityApp,
  safari,
  tokenIn,
} from '../testing/identity-app.ts';
import { issueToken } from '../tokens/tokens.ts';
import { isYoungDevice } from './devices.ts';
import { accountPolicy, addressPolicy, devicePolicy } from './policies.ts';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

interface Try {
  readonly password?: string;
  readonly from?: string;
  readonly device?: string;
  readonly captcha?: string;
  readonly userAgent?: string;
}

function logIn(
  email: string,
  { password = goodPassword, from, userAgent, ...rest }: Try = {},
): Promise<Answer> {
  return server.call(
    loginEndpoints.login,
    { email, password, ...rest },
    { ...(from !== undefined && { from }), ...(userAgent !== undefined && { userAgent }) },
  );
}

/** Fails so often, each time with a puzzle when one is due. */
async function fail(email: string, times: number, options: Try = {}): Promise<Answer | undefined> {
  let last: Answer | undefined;
  for (let count = 0; count < times; count += 1) {
    last = await logIn(email, { ...options, password: 'Wrong-Lamp-42' });
    if (last.body.code === 'wrong_captcha') {
      last = await logIn(email, {
        ...options,
        password: 'Wrong-Lamp-42',
        captcha: await server.solved('login'),
      });
    }
  }
  return last;
}

/** Lays failures down as attempts leave them, without the work of comparing passwords. */
async function count(policy: AttemptPolicy, subject: string, times: number): Promise<void> {
  for (let failures = 0; failures < times; failures += 1) {
    await takeAttempt(server.platform.database.kysely, server.platform, { policy, subject });
  }
}

describe('logging in', () => {
  it('answers the same for a wrong password and an address that nobody has', async () => {
    const { email } = await server.addUser();
    const wrong = await logIn(email, { password: 'Wrong-Lamp-42' });
    const unknown = await logIn(anyEmail());
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  it('finds the account in whatever case the address is typed', async () => {
    const { email } = await server.addUser();
    expect((await logIn(email.toUpperCase())).body).toMatchObject({ status: 'signed_in', email });
  });

  it('tells only who knows the password that an account is disabled', async () => {
    const { id, email } = await server.addUser();
    await server.query("update users set status = 'banned' where id = $1", [id]);
    expect((await logIn(email, { password: 'Wrong-Lamp-42' })).body.code).toBe('invalid_credentials');
    expect((await logIn(email)).body.code).toBe('account_disabled');
  });

  it('knows a closed account no more', async () => {
    const { id, email } = await server.addUser();
    await server.query("update users set status = 'closed', closed_at = now() where id = $1", [id]);
    expect((await logIn(email)).body.code).toBe('invalid_credentials');
  });

  it('renews a hash that was made at another cost', async () => {
    const passwordHash = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { id, email } = await server.addUser({ passwordHash });
    expect((await logIn(email)).status).toBe(200);
    const [user] = await server.query<{ password_hash: string }>('select * from users where id = $1', [id]);
    expect(needsRehash(user?.password_hash ?? '')).toBe(false);
    expect((await logIn(email)).status).toBe(200);
  });

  it('writes down who came, with what and from where, and no secret', async () => {
    const { id, email } = await server.addUser();
    await logIn(email, { password: 'Wrong-Lamp-42' });
    await logIn(email, { from: '8.8.8.8', userAgent: safari });
    const events = await server.query(
      'select event, actor_id, address, place, device, details from security_events where user_id = $1 order by id',
      [id],
    );
    expect(events).toMatchObject([
      { event: 'login_failed', actor_id: null },
      { event: 'login_succeeded', actor_id: id, address: '8.8.8.8', place: 'US', device: 'Safari on iOS' },
    ]);
    const everything = `${JSON.stringify(events)}${server.logLines.join('')}`;
    for (const secret of [goodPassword, 'Wrong-Lamp-42']) expect(everything).not.toContain(secret);
  });

  it('opens no session with a password that is changed while it is compared', async () => {
    const { id, email } = await server.addUser();
    const client = await server.database.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set password_hash = $2 where id = $1', [id, 'another']);
      const login = logIn(email);
      await vi.waitFor(async () => {
        const locked = await server.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(locked).toHaveLength(1);
      });
      await client.query('commit');
      expect((await login).body.code).toBe('invalid_credentials');
    } finally {
      client.release();
    }
    expect(await server.query('select from user_sessions where user_id = $1', [id])).toHaveLength(0);
  });

  it('gives no ticket for a password that is changed while it is compared', async () => {
    const { id, email } = await server.addUser();
    await server.query('update users set email_factor = true where id = $1', [id]);
    const client = await server.database.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set password_hash = $2 where id = $1', [id, 'another']);
      const login = logIn(email);
      await vi.waitFor(async () => {
        const locked = await server.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(locked).toHaveLength(1);
      });
      await client.query('commit');
      expect((await login).body.code).toBe('invalid_credentials');
    } finally {
      client.release();
    }
  });

  it('refuses what the database cannot hold as the mistake of whoever wrote it', async () => {
    const answer = await logIn('a\u0000b@example.test');
    expect(answer).toMatchObject({ status: 422, body: { code: 'unprocessable_entity' } });
  });
});

describe('a device that is not known', () => {
  const heldFor = async (email: string, options?: Try) => (await logIn(email, options)).body;

  it('needs a code from a mail where no second factor is on, and is known after it', async () => {
    const { email } = await server.addUser();
    const first = await logIn(email);
    expect(first.body).toMatchObject({ status: 'signed_in', choose_interface: true });
    const held = await heldFor(email, { device: 'never-given-out' });
    expect(held).toMatchObject({
      ...{ status: 'second_step', methods: ['email'], reason: 'device_not_recognized' },
      targets: { email: expect.stringContaining('***') },
    });
    expect(held).not.toHaveProperty('access');
    const { body } = await server.logInByMail(email);
    expect(body).toMatchObject({ status: 'signed_in', choose_interface: false });
    for (const device of [first.body.device, body.device])
      expect((await logIn(email, { device: String(device) })).body.status).toBe('signed_in');
  });

  it('is not asked for it by a country alone, and hears of the country where it is new itself', async () => {
    const { email } = await server.addUser();
    const { body } = await logIn(email, { from: '81.2.69.142' });
    const known = await logIn(email, { from: '8.8.8.8', device: String(body.device) });
    expect(known.body.status).toBe('signed_in');
    expect((await heldFor(email, { from: '8.8.4.4' })).reason).toBe('device_not_recognized');
    expect((await heldFor(email, { from: '5.34.176.1' })).reason).toBe('location_suspicious');
  });

  it('hears of failed attempts of strangers, and nothing without the password', async () => {
    const { email } = await server.addUser();
    await logIn(email);
    await count(accountPolicy, email, 3);
    const captcha = await server.solved('login');
    expect((await heldFor(email, { captcha })).reason).toBe('suspicious_activity');
    const wrong = await logIn(email, { password: 'Wrong-Lamp-42', captcha: await server.solved('login') });
    const unknown = await logIn(anyEmail(), { password: 'Wrong-Lamp-42' });
    expect(wrong.body).toEqual(unknown.body);
  });

  it('is settled at once by a second factor that is on', async () => {
    const { id, email } = await server.addUser();
    await logIn(email);
    await server.query(
      "update users set sms_factor = true, phone = '+34600123456', phone_verified_at = now() where id = $1",
      [id],
    );
    const { body } = await logIn(email);
    expect(body).toMatchObject({ status: 'second_step', methods: ['sms'] });
    expect(body).not.toHaveProperty('reason');
  });

  it('is known after a new password was chosen on it by the link of a mail', async () => {
    const { id, email } = await server.addUser();
    await logIn(email);
    const token = await issueToken(server.platform.database.kysely, server.platform, {
      ...{ userId: id, purpose: 'password_reset', lifeSeconds: 600 },
    });
    const password = 'Quiet-Harbour-77';
    const chosen = { uid: id, token, new_password: password, new_password_confirm: password };
    const { body } = await server.call(registrationEndpoints.confirmReset, chosen);
    const device = String(body.device);
    expect((await logIn(email, { password, device })).body.status).toBe('signed_in');
    expect((await logIn(email, { password })).body.status).toBe('second_step');
  });
});

describe('a login from somewhere new', () => {
  it('is of a young device, also after the owner’s devices were logged out from it, unless the account is young', async () => {
    const { id, email } = await server.addUser();
    const now = server.platform.clock.now();
    const isYoung = async () => {
      const [session] = await server.query<{ id: string }>(
        'select id from user_sessions where user_id = $1 and ended_at is null',
        [id],
      );
      const asked = { sessionId: session?.id ?? '', userId: id, hours: 24, now };
      return isYoungDevice(server.platform.database.kysely, asked);
    };
    await logIn(email);
    const before = new Date(now.getTime() - 3 * 86_400_000);
    await server.query('update users set created_at = $2 where id = $1', [id, before]);
    await server.query('update user_devices set created_at = $2 where user_id = $1', [id, before]);
    expect(await isYoung()).toBe(false);
    const { body } = await server.logInByMail(email, { userAgent: safari });
    const token = String(body.access);
    expect((await server.call(settingsEndpoints.endOtherSessions, undefined, { token })).status).toBe(200);
    expect(await isYoung()).toBe(true);
    await server.query('update users set created_at = $2 where id = $1', [id, now]);
    expect(await isYoung()).toBe(false);
  });

  it('is told by mail, in the words the owner chose, with a link that ends it', async () => {
    const { id, email } = await server.addUser({ language: 'es' });
    await server.query("update users set anti_phishing_phrase = 'blue heron' where id = $1", [id]);
    const first = await logIn(email);
    expect(await server.mailsTo(email)).toHaveLength(0);

    const thief = await server.logInByMail(email, { from: '81.2.69.142', userAgent: safari });
    const mail = await server.mailTo(email, 'identity.login');
    expect(mail.language).toBe('es');
    expect(mail.text).toMatch(/^[^\n]*blue heron/);
    expect(mail.text).toContain('Safari en iOS');
    expect(mail.text).toContain('Reino Unido');
    expect(mail.html).toContain('blue heron');

    const token = tokenIn(mail, 'not-me');
    expect((await server.call(loginEndpoints.disown, { token })).status).toBe(200);
    for (const { body } of [first, thief]) {
      expect(await server.app.authenticate(String(body.access))).toBeUndefined();
    }
    const [user] = await server.query<{ payouts_frozen_until: Date }>('select * from users where id = $1', [
      id,
    ]);
    const hours = (Number(user?.payouts_frozen_until) - server.platform.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const told = await server.mailTo(email, 'identity.disowned');
    expect(told.text).toContain('/account/reset-password/');
    expect((await server.call(loginEndpoints.disown, { token })).body.code).toBe('invalid_token');
  });

  it('is not told of when the device and the place are known, unless the owner wants to hear of all', async () => {
    const { id, email } = await server.addUser();
    const { body } = await logIn(email, { from: '81.2.69.142' });
    const device = String(body.device);
    const second = await logIn(email, { from: '81.2.69.143', device });
    expect(second.body.device).toBe(device);
    expect(await server.mailsTo(email)).toHaveLength(0);
    await server.query(`update users set notifications = '{"login.mail": "now"}' where id = $1`, [id]);
    await logIn(email, { from: '81.2.69.143', device });
    expect((await server.mailTo(email, 'identity.login')).subject).toBe('Login to your account');
  });

  it('is told of when a known device turns up in another country', async () => {
    const { email } = await server.addUser();
    const { body } = await logIn(email, { from: '81.2.69.142' });
    await logIn(email, { from: '8.8.8.8', device: String(body.device) });
    expect((await server.mailTo(email, 'identity.login')).text).toContain('United States');
  });
});

describe('failing', () => {
  it('asks for a puzzle after three failures, for an address that nobody has too', async () => {
    const { email } = await server.addUser();
    for (const typed of [email, anyEmail()]) {
      const due = async () =>
        (await server.call(gateEndpoints.checkCaptcha, { action: 'login', email: typed })).body.required;
      expect(await due()).toBe(false);
      await fail(typed, 3);
      expect(await due()).toBe(true);
      expect((await logIn(typed)).body.code).toBe('wrong_captcha');
    }
    expect((await logIn(email, { captcha: await server.solved('login') })).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  it('locks strangers out after ten failures, and never the owner', async () => {
    const { email } = await server.addUser();
    const { body } = await logIn(email);
    const device = String(body.device);
    expect((await fail(email, 10))?.body.code).toBe('invalid_credentials');
    const locked = await logIn(email, { captcha: await server.solved('login') });
    expect(locked).toMatchObject({ status: 403, body: { code: 'account_locked' } });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(50);
    expect((await logIn(email, { device })).status).toBe(200);
  });

  it('doubles the lock with each failure, up to an hour', async () => {
    const email = anyEmail();
    await count(accountPolicy, email, 10);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const locked = await logIn(email);
      expect(locked.body.code).toBe('account_locked');
      const seconds = Number(locked.headers['retry-after']);
      waits.push(Math.round(seconds / 60));
      server.pass(seconds);
      await count(accountPolicy, email, 1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('locks a known device out by its own failures only', async () => {
    const { email } = await server.addUser();
    const { body } = await logIn(email);
    const device = String(body.device);
    await fail(email, 1, { device });
    await count(devicePolicy, device, 9);
    expect((await logIn(email, { device })).body.code).toBe('account_locked');
    expect((await logIn(email)).status).toBe(200);
  });

  it('takes the device of another account for a stranger', async () => {
    const [mine, theirs] = [await server.addUser(), await server.addUser()];
    const { body } = await logIn(mine.email);
    await fail(theirs.email, 1, { device: String(body.device) });
    await count(accountPolicy, theirs.email, 9);
    const locked = await logIn(theirs.email, { device: String(body.device) });
    expect(locked.body.code).toBe('account_locked');
  });

  it('counts attempts that come at once one by one', async () => {
    const email = anyEmail();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => logIn(email, { password: 'Wrong-Lamp-42' })),
    );
    const compared = answers.filter(({ body }) => body.code === 'invalid_credentials').length;
    expect(compared).toBeLessThanOrEqual(10);
  });

  it('asks for the puzzle of all but three attempts that come at once', async () => {
    const email = anyEmail();
    const from = '203.0.113.9';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => logIn(email, { password: 'Wrong-Lamp-42', from })),
    );
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(3);
    expect(codes.filter((code) => code === 'wrong_captcha')).toHaveLength(7);
    const counted = await readAttempts(server.platform.database.kysely, server.platform, {
      policy: addressPolicy,
      subject: from,
    });
    expect(counted.failures).toBe(3);
  });

  it('leaves the count of an address as it was when somebody logs in from there', async () => {
    const from = '203.0.113.11';
    await count(addressPolicy, from, 50);
    server.pass(61);
    const { email } = await server.addUser();
    for (const _ of [1, 2, 3]) {
      expect((await logIn(email, { from, captcha: await server.solved('login') })).status).toBe(200);
    }
    const read = () =>
      readAttempts(server.platform.database.kysely, server.platform, {
        policy: addressPolicy,
        subject: from,
      });
    expect(await read()).toEqual({ failures: 50, blockedSeconds: 0 });
    server.pass(3_000);
    expect((await logIn(email, { from, captcha: await server.solved('login') })).status).toBe(200);
    server.pass(600);
    expect(await read()).toEqual({ failures: 0, blockedSeconds: 0 });
  });

  it('lowers no block of a failure that came after the attempt that is taken back', async () => {
    const db = server.platform.database.kysely;
    const counter = { policy: addressPolicy, subject: '203.0.113.12' };
    await count(addressPolicy, counter.subject, 50);
    server.pass(61);
    const taken = await takeAttempt(db, server.platform, counter);
    server.pass(121);
    await takeAttempt(db, server.platform, counter);
    const blocked = await readAttempts(db, server.platform, counter);
    await refundAttempt(db, server.platform, { ...counter, taken });
    expect(await readAttempts(db, server.platform, counter)).toEqual({ ...blocked, failures: 51 });
  });

  it('stops an address that fails under many e-mails, and no other', async () => {
    const from = '203.0.113.7';
    await count(addressPolicy, from, 48);
    for (const email of [anyEmail(), anyEmail()]) await fail(email, 1, { from });
    const { email } = await server.addUser();
    const stopped = await logIn(email, { from });
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_login_attempts' } });
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('a flood of strangers', () => {
  /** So many wrong logins at once, each from an address of its own. */
  function flood(email: string, addresses: number): Promise<Answer[]> {
    const networks = Array.from({ length: addresses }, (_, index) => `203.0.113.${index}`);
    return Promise.all(networks.map((from) => logIn(email, { password: 'Wrong-Lamp-42', from })));
  }

  it('keeps no known device out, neither of the account that it tries nor of another', async () => {
    const [tried, other] = [await server.addUser(), await server.addUser()];
    const devices = await Promise.all(
      [tried, other].map(async ({ email }) => (await logIn(email)).body.device),
    );
    const strangers = flood(tried.email, 60);
    const answers = await Promise.all([
      logIn(tried.email, { device: String(devices[0]) }),
      logIn(other.email, { device: String(devices[1]) }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const codes = (await strangers).map(({ body }) => body.code);
    expect(codes).toContain('wrong_captcha');
  });

  /** Strangers who failed before: the first has its turn until it is released, and the others wait. */
  function holdTurn(waiting: number) {
    let release = () => {};
    const turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = Array.from({ length: 1 + waiting }, (_, place) =>
      inTurn(strangerFrom(networksOf(`198.51.${place}.1`), { rank: 3, hasProof: false }), () => turn),
    );
    onTestFinished(async () => {
      release();
      await Promise.all(held);
    });
    return () => release();
  }

  it('has strangers asked for a puzzle, and lets the login go first that solved it', async () => {
    const { email } = await server.addUser();
    const { device } = (await logIn(email)).body;
    const asks = async (more: object = {}) => {
      const asked = { action: 'login', email, ...more };
      return (await server.call(gateEndpoints.checkCaptcha, asked)).body.required;
    };
    expect(await asks()).toBe(false);
    const release = holdTurn(3);
    expect(await asks()).toBe(true);
    expect(await asks({ device })).toBe(false);
    // A wrong password is answered at the end of its turn, so answers come in the order of turns.
    const order: string[] = [];
    const tries = (name: string, more: Try = {}) =>
      logIn(anyEmail(), { password: 'Wrong-Lamp-42', ...more }).then(({ body }) =>
        order.push(`${name} ${body.code}`),
      );
    const unsolved = tries('without');
    await vi.waitFor(() => expect(waitingStrangers()).toBe(4));
    const captcha = await server.solved('login');
    const solved = tries('with', { captcha });
    await vi.waitFor(() => expect(waitingStrangers()).toBe(5));
    // The same solution again gives no place, and is not due: it is as if it were not there.
    const again = tries('again', { captcha });
    await vi.waitFor(() => expect(waitingStrangers()).toBe(6));
    release();
    await Promise.all([unsolved, solved, again]);
    expect(order).toEqual(['with', 'without', 'again'].map((name) => `${name} invalid_credentials`));
  });

  it('fills the line of strangers only', async () => {
    const { email } = await server.addUser();
    const device = String((await logIn(email)).body.device);
    const emails = Array.from({ length: 60 }, anyEmail);
    const strangers = Promise.all(emails.map((one) => logIn(one, { password: 'Wrong-Lamp-42' })));
    await vi.waitFor(async () => {
      const answer = await logIn(anyEmail());
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_login_attempts' } });
    });
    expect((await logIn(email, { device })).status).toBe(200);
    await strangers;
  });

  it('keeps out no stranger whose network and e-mail have no failure', async () => {
    const { email } = await server.addUser();
    const flooders = Array.from({ length: 60 }, (_, place) => `203.0.${place}.1`);
    const wrong = { password: 'Wrong-Lamp-42' };
    for (const from of flooders) await logIn(anyEmail(), { from, ...wrong });
    const flood = Promise.all(flooders.map((from) => logIn(anyEmail(), { from, ...wrong })));
    expect((await logIn(email)).body.status).toBe('signed_in');
    await flood;
  });

  it('from its own address keeps no known device out', async () => {
    const from = '203.0.113.70';
    const { email } = await server.addUser();
    const device = String((await logIn(email)).body.device);
    await count(addressPolicy, from, 50);
    expect((await logIn(email, { from })).body.code).toBe('too_many_login_attempts');
    expect((await logIn(email, { from, device })).status).toBe(200);
  });

  it('is counted, and stopped, in all networks of one IPv6 customer together', async () => {
    const site = '2001:db8:7::/48';
    for (const from of ['2001:db8:7:1::1', '2001:db8:7:ffff::1']) await fail(anyEmail(), 1, { from });
    const { kysely } = server.platform.database;
    const counted = await readAttempts(kysely, server.platform, { policy: addressPolicy, subject: site });
    expect(counted.failures).toBe(2);

    await count({ ...addressPolicy, freeFailures: 3 }, site, 1);
    const { email } = await server.addUser();
    const stopped = await logIn(email, { from: '2001:db8:7:1234::1' });
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_login_attempts' } });
    expect((await logIn(email, { from: '2001:db8:8::1' })).status).toBe(200);
  });
});

describe('a known device', () => {
  it('is a stranger again once its session was ended from another one', async () => {
    const { email } = await server.addUser();
    const stolen = (await logIn(email)).body;
    const own = (await server.logInByMail(email)).body;
    const ended = await server.call(settingsEndpoints.endOtherSessions, undefined, {
      token: String(own.access),
    });
    expect(ended.body).toEqual({ ended: 1 });
    await count(accountPolicy, email, 10);
    expect((await logIn(email, { device: String(stolen.device) })).body.code).toBe('account_locked');
    expect((await logIn(email, { device: String(own.device) })).status).toBe(200);
  });

  it('stays one when it logs out, and when it has another session open', async () => {
    const { email } = await server.addUser();
    const first = (await logIn(email)).body;
    const device = String(first.device);
    const second = (await logIn(email, { device })).body;
    await server.call(settingsEndpoints.endOtherSessions, undefined, { token: String(second.access) });
    await server.call(loginEndpoints.logout, undefined, { token: String(second.access) });
    await count(accountPolicy, email, 10);
    expect((await logIn(email, { device })).status).toBe(200);
  });

  it('is asked for no puzzle because of what strangers did', async () => {
    const { email } = await server.addUser();
    const device = String((await logIn(email)).body.device);
    await count(accountPolicy, email, 3);
    const due = async (body: object) =>
      (await server.call(gateEndpoints.checkCaptcha, { action: 'login', email, ...body })).body.required;
    expect([await due({}), await due({ device })]).toEqual([true, false]);
  });
});

describe('staff', () => {
  it('read the audit log by their role, and others find nothing there', async () => {
    const url = securityEventEndpoints.list;
    expect((await server.call(url)).body.code).toBe('unauthorized');
    for (const roles of [[], ['support'], ['treasury', 'market_operator']] as const) {
      const { email } = await server.addUser({ roles });
      const { body } = roles.length === 0 ? await logIn(email) : await server.logInByMail(email);
      const answer = await server.call(url, undefined, { token: String(body.access) });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const { id, email } = await server.addUser({ roles: ['administrator'] });
    const from = '203.0.113.90';
    const { body } = await server.logInByMail(email, { from });
    const answer = await server.call(url, undefined, { token: String(body.access) });
    const { results } = securityEventEndpoints.list.response.parse(answer.body);
    expect(results[0]).toMatchObject({
      ...{ event: 'login_succeeded', user: id, actor: id, address: from, device: 'Firefox on Linux' },
      details: { method: 'email' },
    });
    const name = results[0]?.username;
    expect(results[0]?.actor_name).toBe(name);
    // What staff did to an account is in the audit log; here it comes when it is asked for.
    const other = await server.addUser();
    await server.query(
      "insert into security_events (event, user_id, actor_id) values ('withdrawal_rejected', $1, $2)",
      [other.id, id],
    );
    const read = async (query: string) => {
      const { body: found } = await server.call(url, undefined, { token: String(body.access), query });
      return securityEventEndpoints.list.response
        .parse(found)
        .results.map(({ event, username }) => `${event} ${username}`);
    };
    expect(await read(`user=${other.id}`)).toEqual([]);
    expect(await read(`user=${other.id}&staff=true`)).toHaveLength(1);
    expect(await read(`user=${name}&event=login_succeeded`)).toEqual([`login_succeeded ${name}`]);
    expect(await read(`user=${name}&from=2100-01-01T00:00:00.000Z`)).toEqual([]);
  });

  it.each(['support', 'treasury', 'administrator'] as const)(
    'of the role %s get in by more than a password',
    async (role) => {
      const { email } = await server.addUser({ roles: [role] });
      const { body } = await logIn(email);
      expect(body).toMatchObject({ status: 'second_step', methods: ['email'] });
      expect(body.access).toBeUndefined();
      const { ticket } = body;
      const guessed = await server.call(loginEndpoints.check2faLogin, {
        ticket,
        method: 'email',
        code: '000000',
      });
      expect(guessed.body.code).toBe('two_factor_invalid');
      expect((await server.logInByMail(email)).body.status).toBe('signed_in');
    },
  );

  it('have the rights of their role in no session that a password alone has opened', async () => {
    const { id, email } = await server.addUser();
    const { body } = await logIn(email);
    await server.query("update users set roles = '{administrator}' where id = $1", [id]);
    const refused = await server.call(securityEventEndpoints.list, undefined, { token: String(body.access) });
    expect(refused.body.code).toBe('not_found');
    const { body: proved } = await server.logInByMail(email);
    const answer = await server.call(securityEventEndpoints.list, undefined, {
      token: String(proved.access),
    });
    expect(answer.status).toBe(200);
  });

  it('log in anew every working day, and after a rest', async () => {
    const { email } = await server.addUser({ roles: ['support'] });
    const renew = (refresh: unknown) => server.call(sessionEndpoints.refresh, { refresh });
    let { refresh } = (await server.logInByMail(email)).body;
    for (let quarter = 0; quarter < 4 * 8; quarter += 1) {
      server.pass(14 * 60);
      ({ refresh } = (await renew(refresh)).body);
    }
    expect(refresh).toBeDefined();
    server.pass(14 * 60);
    server.pass(14 * 60);
    expect((await renew(refresh)).body.code).toBe('session_expired');
    const day = (await server.logInByMail(email)).body;
    let answer = await renew(day.refresh);
    for (let quarter = 0; quarter < 36 && answer.status === 200; quarter += 1) {
      server.pass(14 * 60);
      answer = await renew(answer.body.refresh);
    }
    expect(answer.body.code).toBe('session_expired');
  });

  it('do nothing with a session that has rested', async () => {
    const { email } = await server.addUser({ roles: ['administrator'] });
    const { access } = (await server.logInByMail(email)).body;
    const read = () => server.call(securityEventEndpoints.list, undefined, { token: String(access) });
    expect((await read()).status).toBe(200);
    await server.query("update user_sessions set last_used_at = last_used_at - interval '16 minutes'");
    liveSessionsOf(server.platform).clear();
    expect((await read()).status).toBe(401);
  });

  it('cannot change it, and neither can anybody else', async () => {
    for (const statement of ['update security_events set event = $$x$$', 'delete from security_events']) {
      await expect(server.query(statement)).rejects.toThrow('only grows');
    }
    await expect(server.query('truncate security_events')).rejects.toThrow();
  });
});
