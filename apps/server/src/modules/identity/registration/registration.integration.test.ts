import { registrationEndpoints as endpoints, loginEndpoints, newPassword } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSmtpServer } from '#platform/messages/delivery/test-servers.ts';
import { takeOfDay } from '../attempts/day-count.ts';
import { anyEmail, goodPassword, IdentityApp, tokenIn } from '../testing/identity-app.ts';

let server: IdentityApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await IdentityApp.open({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

async function formOf(email: string, changes: object = {}) {
  return {
    first_name: 'Théo',
    last_name: 'Müller',
    email,
    password: goodPassword,
    password_confirm: goodPassword,
    phone: '+34 600 123 456',
    country: 'ES',
    birthday: '1990-05-17',
    terms: true,
    privacy: true,
    newsletter: true,
    ...('captcha' in changes ? {} : { captcha: await server.solved('registration') }),
    ...changes,
  };
}

const verify = (token: string | undefined, password = goodPassword) =>
  server.call(endpoints.verifyEmail, { token, password });

async function registerAs(email: string, changes: object = {}) {
  const answer = await server.call(endpoints.register, await formOf(email, changes));
  expect(answer.status).toBe(200);
  return endpoints.register.response.parse(answer.body);
}

describe('registering', () => {
  it('opens the account when the address is verified, and not before', async () => {
    const email = anyEmail();
    const pending = await registerAs(email);
    expect(pending).toMatchObject({ email, resend_after: 60 });
    expect(await server.query('select from users where email = $1', [email])).toHaveLength(0);
    const early = await server.call(loginEndpoints.login, { email, password: goodPassword });
    expect(early.body.code).toBe('email_not_verified');

    const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
    for (let looks = 0; looks < 2; looks += 1) {
      expect((await server.call(endpoints.checkVerification, { token })).body).toEqual({});
    }
    const verified = await verify(token);
    expect(verified).toMatchObject({ status: 200, body: { email } });
    const [user] = await server.query('select * from users where email = $1', [email]);
    expect(user).toMatchObject({
      first_name: 'Théo',
      phone: '+34600123456',
      phone_verified_at: null,
      country: 'ES',
      roles: [],
      notifications: { 'newsletter.mail': 'now' },
    });
    const login = await server.call(loginEndpoints.login, { email, password: goodPassword });
    expect(login.body.status).toBe('signed_in');

    const again = await verify(token);
    expect(again.body.code).toBe('email_already_verified');
    const checked = await server.call(endpoints.checkVerification, { token });
    expect(checked.body.code).toBe('email_already_verified');
  });

  it('delivers the verifying mail over SMTP in the language of the form, in text and HTML', async () => {
    const email = anyEmail();
    const form = await formOf(email);
    await server.call(endpoints.register, form, { language: 'ru' });
    const mail = await vi.waitFor(
      () => {
        const found = smtp.received.find(({ to }) => to.includes(email));
        if (found === undefined) throw new Error('not yet');
        return found;
      },
      { interval: 20 },
    );
    expect(mail.source).toMatch(/text\/plain[\s\S]*text\/html/);
    const kept = await server.mailTo(email, 'identity.verify');
    expect(kept.subject).toBe('Подтвердите почту');
    expect(kept.html).toContain('https://exchange.example/account/email-verify/');
    expect(kept.text).not.toContain('принадлежит аккаунту');
  });

  it('answers the same for a known address, and tells only its owner', async () => {
    const { email } = await server.addUser();
    const fresh = await registerAs(anyEmail());
    const known = await registerAs(email.toUpperCase());
    expect(Object.keys(known)).toEqual(Object.keys(fresh));
    expect(known.resend_after).toBe(fresh.resend_after);
    const mail = await server.mailTo(email, 'identity.known-address');
    expect(mail.text).not.toContain('email-verify');
    const resent = await server.call(endpoints.resend, { ticket: known.ticket });
    expect(resent.body.code).toBe('already_sent');
  });

  it('shows no sign at login either, whether an address has an account, gets one meanwhile, or has none', async () => {
    const other = 'Another-Lamp-43';
    const [known, fresh] = [(await server.addUser()).email, anyEmail()];
    const answersOf = async (password: string) => {
      const logIn = (email: string) => server.call(loginEndpoints.login, { email, password });
      return [(await logIn(known)).body.code, (await logIn(fresh)).body.code];
    };
    await registerAs(fresh);
    for (const email of [known, fresh]) await registerAs(email, { password: other, password_confirm: other });
    expect(await answersOf(other)).toEqual(['email_not_verified', 'email_not_verified']);
    expect(await answersOf('Wrong-Lamp-44')).toEqual(['invalid_credentials', 'invalid_credentials']);

    const [first] = (await server.mailsTo(fresh)).map((mail) => tokenIn(mail, 'email-verify'));
    expect((await verify(first)).status).toBe(200);
    expect(await answersOf(other)).toEqual(['email_not_verified', 'email_not_verified']);
  });

  it('carries no words of a stranger to the address that they name', async () => {
    const [named, spammed] = [anyEmail(), anyEmail()];
    await registerAs(named, { first_name: 'Anne-Zoé O’Neill' });
    await registerAs(spammed, { first_name: 'Your 2 BTC wait at https://evil.example' });
    expect((await server.mailTo(named, 'identity.verify')).text).toContain('Anne-Zoé O’Neill');
    const mail = await server.mailTo(spammed, 'identity.verify');
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/evil|BTC/);
  });

  it.each([
    ['birthday', { birthday: '2015-01-01' }, 'age_too_low'],
    ['birthday', { birthday: '1880-05-17' }, 'birthday_invalid'],
    ['country', { country: 'ZZ' }, 'country_not_supported'],
    ['email', { email: 'a(b@example.test' }, 'unprocessable_entity'],
    ['email', { email: 'a\u0000b@example.test' }, 'unprocessable_entity'],
    ['email', { email: 'a\ud800b@example.test' }, 'unprocessable_entity'],
    ['email', { email: `${'a'.repeat(65)}@example.test` }, 'unprocessable_entity'],
    ['password', { password: 'Password1', password_confirm: 'Password1' }, 'password_breach'],
    ['password', { password: 'Sunshine-99!', password_confirm: 'Sunshine-99!' }, 'weak_password'],
    ['password', { password: 'xMüller-1990', password_confirm: 'xMüller-1990' }, 'weak_password'],
    ['referral_code', { referral_code: 'NOSUCH99' }, 'invalid_code'],
    ['captcha', { captcha: undefined }, 'wrong_captcha'],
  ])('refuses a form for its %s with %j', async (field, changes, code) => {
    const answer = await server.call(endpoints.register, await formOf(anyEmail(), changes));
    expect(answer.body.code).toBe(code);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it('counts eighteen years to the day', async () => {
    // At midnight the second birthday would be old enough.
    server.holdClock();
    onTestFinished(() => server.releaseClock());
    const today = server.platform.clock.now();
    const years = (count: number, days: number) =>
      new Date(Date.UTC(today.getUTCFullYear() - count, today.getUTCMonth(), today.getUTCDate() + days))
        .toISOString()
        .slice(0, 10);
    await registerAs(anyEmail(), { birthday: years(18, 0) });
    const young = await server.call(endpoints.register, await formOf(anyEmail(), { birthday: years(18, 1) }));
    expect(young.body.code).toBe('age_too_low');
    expect(JSON.stringify(young.body)).not.toContain('{{');
  });

  it('takes each solved puzzle once, for the action it was made for', async () => {
    const captcha = await server.solved('registration');
    expect((await server.call(endpoints.register, await formOf(anyEmail(), { captcha }))).status).toBe(200);
    const second = await server.call(endpoints.register, await formOf(anyEmail(), { captcha }));
    expect(second.body.code).toBe('wrong_captcha');
    const other = await server.call(
      endpoints.register,
      await formOf(anyEmail(), { captcha: await server.solved('login') }),
    );
    expect(other.body.code).toBe('wrong_captcha');
  });

  it('takes no puzzle that was changed, or is older than twenty minutes', async () => {
    const captcha = await server.solved('registration');
    const solution = JSON.parse(Buffer.from(captcha, 'base64').toString());
    const repacked = (changes: object) =>
      Buffer.from(JSON.stringify({ ...solution, ...changes })).toString('base64');
    for (const forged of [
      repacked({ number: solution.number + 1 }),
      repacked({ salt: solution.salt.replace(/expires=\d+/, 'expires=99999999999') }),
      repacked({ signature: '0'.repeat(64) }),
      repacked({ number: { toString: 'x' } }),
      'not base64 at all',
    ]) {
      const answer = await server.call(endpoints.register, await formOf(anyEmail(), { captcha: forged }));
      expect(answer.body.code).toBe('wrong_captcha');
    }
    server.pass(20 * 60 + 1);
    const late = await server.call(endpoints.register, await formOf(anyEmail(), { captcha }));
    expect(late.body.code).toBe('wrong_captcha');
  });

  it('gives nobody a name to begin with that looks like staff', async () => {
    const email = anyEmail();
    await registerAs(email, { first_name: 'Support' });
    const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
    await verify(token);
    const [user] = await server.query('select username from users where email = $1', [email]);
    expect(user?.username).toMatch(/^trader-\d{6}$/);
  });

  it('links the new account to whoever gave the referral code away', async () => {
    const { id } = await server.addUser();
    const [referrer] = await server.query<{ referral_code: string }>('select * from users where id = $1', [
      id,
    ]);
    const email = anyEmail();
    await registerAs(email, { referral_code: referrer?.referral_code.toLowerCase() });
    const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
    await verify(token);
    const [user] = await server.query('select * from users where email = $1', [email]);
    expect(user?.referred_by).toBe(id);
  });
});

describe('the ticket of a registration', () => {
  it('has the mail sent again after a minute, with a link that counts, a few times only', async () => {
    const email = anyEmail();
    const { ticket } = await registerAs(email);
    const first = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
    expect((await server.call(endpoints.resend, { ticket })).body.code).toBe('already_sent');
    for (let mails = 2; mails <= 6; mails += 1) {
      server.pass(61);
      expect((await server.call(endpoints.resend, { ticket })).status).toBe(200);
    }
    const mails = await server.mailsTo(email);
    expect(mails).toHaveLength(6);
    expect(new Set(mails.map((mail) => tokenIn(mail, 'email-verify'))).size).toBe(6);
    server.pass(61);
    expect((await server.call(endpoints.resend, { ticket })).body.code).toBe(
      'too_many_verification_attempts',
    );
    expect((await verify(first)).status).toBe(200);
  });

  it('changes the address, after which the link of the old one counts no more', async () => {
    const [wrong, right] = [anyEmail(), anyEmail()];
    const { ticket } = await registerAs(wrong);
    const old = tokenIn(await server.mailTo(wrong, 'identity.verify'), 'email-verify');
    const changed = await server.call(endpoints.changeEmail, { ticket, email: right });
    expect(changed.body).toMatchObject({ ticket, email: right });
    expect((await verify(old)).body.code).toBe('invalid_token');
    const token = tokenIn(await server.mailTo(right, 'identity.verify'), 'email-verify');
    expect((await verify(token)).body.email).toBe(right);
  });

  it('takes no other address that mail cannot reach', async () => {
    const { ticket } = await registerAs(anyEmail());
    const changed = await server.call(endpoints.changeEmail, { ticket, email: 'a:b@example.test' });
    expect(changed).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
  });

  it('proves an address only as it is written', async () => {
    const email = `k${anyEmail()}`;
    // It is compared as the same, and a mailbox of its name may be somebody else's.
    const twin = email.replace('k', 'K');
    const { ticket } = await registerAs(email);
    server.pass(61);
    await server.call(endpoints.changeEmail, { ticket, email: twin });
    const token = tokenIn(await server.mailTo(twin, 'identity.verify'), 'email-verify');
    server.pass(61);
    await server.call(endpoints.changeEmail, { ticket, email });
    expect((await verify(token)).body.email).toBe(twin);
    expect(await server.query('select from users where email = $1', [twin])).toHaveLength(1);
  });

  it('counts for two days', async () => {
    const email = anyEmail();
    const { ticket } = await registerAs(email);
    const token = tokenIn(await server.mailTo(email, 'identity.verify'), 'email-verify');
    server.pass(48 * 3_600 + 1);
    expect((await server.call(endpoints.resend, { ticket })).body.code).toBe('invalid_token');
    expect((await verify(token)).body.code).toBe('invalid_token');
  });

  it('cannot be guessed', async () => {
    expect((await server.call(endpoints.resend, { ticket: 'x' })).body.code).toBe('invalid_token');
    expect((await verify('x')).body.code).toBe('invalid_token');
    expect((await server.call(endpoints.checkVerification, { token: 'x' })).body.code).toBe('invalid_token');
  });
});

describe('two registrations of one address', () => {
  it('open one account, however they race', async () => {
    const email = anyEmail();
    for (let count = 0; count < 5; count += 1) await registerAs(email);
    const tokens = (await server.mailsTo(email)).map((mail) => tokenIn(mail, 'email-verify'));
    expect(new Set(tokens).size).toBe(5);
    const answers = await Promise.all(tokens.map((token) => verify(token)));
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'email_already_verified')).toHaveLength(4);
    expect(await server.query('select from users where email = $1', [email])).toHaveLength(1);
  });

  it('are stopped when one address has had a hundred mails sent to whomever in a day', async () => {
    const from = '203.0.113.77';
    // The day of the count does not end meanwhile.
    server.holdClock();
    onTestFinished(() => server.releaseClock());
    const counter = { scope: 'stranger:source', subject: from, perDay: 100 };
    const { platform } = server;
    for (let count = 0; count < 99; count += 1) await takeOfDay(platform.database.kysely, platform, counter);
    const register = async () =>
      (await server.call(endpoints.register, await formOf(anyEmail()), { from })).body.code;
    expect(await register()).toBeUndefined();
    expect(await register()).toBe('too_many_verification_attempts');
  });
});

describe('countries', () => {
  it('are listed in the language and in its order', async () => {
    const list = async (lang: string) => {
      const response = await server.app.inject({ url: `/api/public/v1/countries/?lang=${lang}` });
      return endpoints.countries.response.parse(response.json()).countries;
    };
    const english = await list('en');
    expect(english.find(({ code }) => code === 'DE')?.name).toBe('Germany');
    expect((await list('es')).find(({ code }) => code === 'DE')?.name).toBe('Alemania');
    expect(english.length).toBe(249);
    const sorted = [...english].sort((one, other) => new Intl.Collator('en').compare(one.name, other.name));
    expect(english).toEqual(sorted);
  });
});

it('asks of the test password what it asks of everyone', () => {
  expect(newPassword.safeParse(goodPassword).success).toBe(true);
});
