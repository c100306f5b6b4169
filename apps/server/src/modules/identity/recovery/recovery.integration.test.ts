import { loginEndpoints, registrationEndpoints, sessionEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { takeAttempt } from '../attempts/attempts.ts';
import { accountPolicy } from '../login/policies.ts';
import { anyEmail, goodPassword, IdentityApp, tokenIn } from '../testing/identity-app.ts';
import { findToken, issueToken } from '../tokens/tokens.ts';
import { sendResetMail } from './request-reset.ts';

const { requestReset, checkReset, confirmReset } = registrationEndpoints;
const nextPassword = 'Copper-Kettle-77';

let server: IdentityApp;

beforeAll(async () => {
  server = await IdentityApp.open();
});
afterAll(() => server.close());

const logIn = (email: string, password: string, device?: string) =>
  server.call(loginEndpoints.login, { email, password, ...(device !== undefined && { device }) });

async function askFor(email: string) {
  return server.call(requestReset, { email, captcha: await server.solved('reset') });
}

async function linkFor(user: { id: string; email: string }) {
  const before = await server.mailsTo(user.email);
  expect((await askFor(user.email)).status).toBe(200);
  const mail = await vi.waitFor(async () => {
    const newest = (await server.mailsTo(user.email)).slice(before.length).at(-1);
    if (newest === undefined) throw new Error('The mail has not come yet.');
    return newest;
  });
  return { uid: user.id, token: tokenIn(mail, 'reset-password') };
}

const choose = (link: { uid: string; token: string }, password = nextPassword) =>
  server.call(confirmReset, { ...link, new_password: password, new_password_confirm: password });

describe('asking for a new password', () => {
  it('answers the same for every address, and mails only those that have an account', async () => {
    const user = await server.addUser();
    const nobody = anyEmail();
    const answers = [await askFor(nobody), await askFor(user.email)];
    expect(answers[0]).toMatchObject({ status: 200, body: {} });
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const mail = await server.mailTo(user.email, 'identity.reset');
    expect(mail.text).toContain(`https://exchange.example/account/reset-password/${user.id}/`);
    expect(await server.mailsTo(nobody)).toHaveLength(0);
  });

  it('needs a solved puzzle', async () => {
    expect((await server.call(requestReset, { email: anyEmail() })).body.code).toBe('wrong_captcha');
  });

  it('refuses an address that mail cannot reach', async () => {
    const captcha = await server.solved('reset');
    const answer = await server.call(registrationEndpoints.requestReset, {
      email: 'a\u0000b@example.test',
      captcha,
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
  });

  it('fills nobody’s box', async () => {
    const user = await server.addUser();
    for (let count = 0; count < 8; count += 1) await askFor(user.email);
    const last = await server.addUser();
    await askFor(last.email);
    // Jobs are taken in the order they came, so by now those before are done, but for those that run beside it.
    await server.mailTo(last.email, 'identity.reset');
    expect((await server.mailsTo(user.email)).length).toBeLessThanOrEqual(5);
  });

  it('leaves the owner a link that counts, however long a stranger goes on asking', async () => {
    const user = await server.addUser();
    const db = server.platform.database.kysely;
    const ask = () => sendResetMail({ email: user.email }, { platform: server.platform } as JobRun);
    for (let count = 0; count < 12; count += 1) {
      await ask();
      server.pass(15 * 60);
    }
    const mails = await server.mailsTo(user.email);
    const counts = await Promise.all(
      mails.map((mail) => {
        const token = tokenIn(mail, 'reset-password');
        return findToken(db, server.platform, { token, purpose: 'password_reset' });
      }),
    );
    expect(counts.filter((found) => found !== undefined).length).toBeGreaterThan(0);
  });
});

describe('opening the link', () => {
  it('tells whether it still counts, as often as it is opened, and uses nothing up', async () => {
    const link = await linkFor(await server.addUser());
    for (const _ of [1, 2])
      expect(await server.call(checkReset, link)).toMatchObject({ status: 200, body: {} });
    expect((await choose(link)).status).toBe(200);
    expect((await server.call(checkReset, link)).body.code).toBe('reset_token_invalid');
  });

  it('answers alike for a stranger’s guess, whether or not there is such an account', async () => {
    const user = await server.addUser();
    const guesses = [
      { uid: user.id, token: 'x' },
      { uid: '00000000-0000-4000-8000-000000000000', token: 'x' },
    ];
    const [one, other] = await Promise.all(guesses.map((guess) => server.call(checkReset, guess)));
    expect(one?.body).toMatchObject({ code: 'reset_token_invalid' });
    expect(other?.body).toEqual(one?.body);
  });
});

describe('choosing a new password', () => {
  it('ends every session, freezes payouts for a day, forgets devices and tells the owner', async () => {
    const user = await server.addUser();
    const { body: session } = await logIn(user.email, goodPassword);
    const answer = await choose(await linkFor(user));
    expect(answer.status).toBe(200);
    const until = new Date(String(answer.body.payouts_frozen_until));
    expect((until.getTime() - server.platform.clock.now().getTime()) / 3_600_000).toBeCloseTo(24, 1);

    expect(await server.app.authenticate(String(session.access))).toBeUndefined();
    const refreshed = await server.call(sessionEndpoints.refresh, { refresh: session.refresh });
    expect(refreshed.body.code).toBe('invalid_token');
    expect((await logIn(user.email, goodPassword)).body.code).toBe('invalid_credentials');
    expect((await logIn(user.email, nextPassword)).status).toBe(200);
    expect(await server.eventsOf(user.id)).toEqual(
      expect.arrayContaining(['password_reset_requested', 'password_reset']),
    );
    const mail = await server.mailTo(user.email, 'identity.password-reset');
    expect(mail.text).toContain('/account/not-me/');
  });

  it('takes a link once, also when it comes twice at the same time', async () => {
    const link = await linkFor(await server.addUser());
    const answers = await Promise.all([choose(link), choose(link, 'Silver-Anchor-55')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(answers.filter(({ body }) => body.code === 'reset_token_invalid')).toHaveLength(1);
    expect((await choose(link)).body.code).toBe('reset_token_invalid');
  });

  it('lets every other link of the account count no more', async () => {
    const user = await server.addUser();
    const [one, two] = [await linkFor(user), await linkFor(user)];
    expect(one.token).not.toBe(two.token);
    expect((await choose(two)).status).toBe(200);
    expect((await choose(one)).body.code).toBe('reset_token_invalid');
  });

  it('takes no ticket that was given out for the old password', async () => {
    const user = await server.addUser();
    const ticket = await issueToken(server.platform.database.kysely, server.platform, {
      userId: user.id,
      purpose: 'login_ticket',
      lifeSeconds: 600,
    });
    await choose(await linkFor(user));
    const answer = await server.call(loginEndpoints.check2faLogin, {
      ticket,
      method: 'totp',
      code: '123456',
    });
    expect(answer.body.code).toBe('invalid_token');
  });

  it('takes no token of another purpose, another user or another time', async () => {
    const [user, other] = [await server.addUser(), await server.addUser()];
    const link = await linkFor(user);
    expect((await choose({ ...link, uid: other.id })).body.code).toBe('reset_token_invalid');
    expect((await choose({ ...link, uid: 'x' })).body.code).toBe('reset_token_invalid');
    const notMe = await issueToken(server.platform.database.kysely, server.platform, {
      userId: user.id,
      purpose: 'not_me',
      lifeSeconds: 600,
    });
    expect((await choose({ uid: user.id, token: notMe })).body.code).toBe('reset_token_invalid');
    server.pass(3_601);
    expect((await choose(link)).body.code).toBe('reset_token_invalid');
  });

  it('leaves the link for a better try when the password is refused', async () => {
    const link = await linkFor(await server.addUser());
    expect((await choose(link, 'Password1')).body.code).toBe('password_breach');
    expect((await choose(link, 'Person-Thea-1')).body.code).toBe('weak_password');
    expect((await choose(link)).status).toBe(200);
  });

  it('opens an account that strangers had locked', async () => {
    const user = await server.addUser();
    for (let failures = 0; failures < 10; failures += 1) {
      const counter = { policy: accountPolicy, subject: user.email };
      await takeAttempt(server.platform.database.kysely, server.platform, counter);
    }
    expect((await logIn(user.email, goodPassword)).body.code).toBe('account_locked');
    await choose(await linkFor(user));
    expect((await logIn(user.email, nextPassword)).status).toBe(200);
  });

  it('gives the owner a mail again, however many were asked for before', async () => {
    const user = await server.addUser();
    const ask = () => sendResetMail({ email: user.email }, { platform: server.platform } as JobRun);
    for (let count = 0; count < 5; count += 1) await ask();
    const links = await server.mailsTo(user.email);
    const token = tokenIn(links.at(-1) ?? expect.fail('no mail came'), 'reset-password');
    expect((await choose({ uid: user.id, token })).status).toBe(200);
    await ask();
    const resets = (await server.mailsTo(user.email)).filter(({ template }) => template === 'identity.reset');
    expect(resets).toHaveLength(6);
  });

  it('keeps no token in the log or the database', async () => {
    const user = await server.addUser();
    const link = await linkFor(user);
    await choose(link);
    const kept = await server.query(
      'select identity_tokens::text from identity_tokens union all select security_events::text from security_events',
    );
    expect(JSON.stringify(kept)).not.toContain(link.token);
    expect(server.logLines.join('')).not.toContain(link.token);
    expect(server.logLines.join('')).not.toContain(nextPassword);
  });
});
