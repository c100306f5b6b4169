import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { extent } from '#testing/extent.ts';
import { readAttempts, takeAttempt } from '../attempts/attempts.ts';
import { accountPolicy, devicePolicy } from '../login/policies.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { enrolTotp, mailedCode } from '../testing/prove.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';

// A thousand guesses take seconds, and more on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 240_000 });

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

function logIn(person: Person, more: object = {}) {
  return world.call('POST', 'auth/login', { email: person.email, password, ...more });
}

async function ticketOf(person: Person): Promise<string> {
  const { body } = await logIn(person);
  expect(body.status).toBe('second_step');
  return String(body.ticket);
}

describe('a login with a factor on', () => {
  it('asks for the second step, takes its code, and neither code nor ticket again', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const answer = await logIn(person);
    expect(answer.body).toMatchObject({ status: 'second_step', methods: ['totp', 'backup'], targets: {} });
    const code = person.totpCode(secret);
    const step = { ticket: answer.body.ticket, method: 'totp', code };
    expect((await world.call('POST', 'check2falogin', step)).body.status).toBe('signed_in');
    expect((await world.call('POST', 'check2falogin', step)).body.code).toBe('invalid_token');
    const reused = { ...step, ticket: await ticketOf(person) };
    expect((await world.call('POST', 'check2falogin', reused)).body.code).toBe('two_factor_used');
  });

  it('is finished by the call for authenticator apps, and by a code within the first one', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const step = { ticket: await ticketOf(person), code: person.totpCode(secret) };
    expect((await world.call('POST', 'checkgooglecode', step)).body.status).toBe('signed_in');
    world.advance(30);
    expect((await logIn(person, { code: person.totpCode(secret) })).body.status).toBe('signed_in');
  });

  it('is finished by a backup code, once', async () => {
    const person = await world.person();
    const { backupCodes } = await enrolTotp(world, person);
    const step = { method: 'backup', code: backupCodes[3] };
    const first = await world.call('POST', 'check2falogin', { ...step, ticket: await ticketOf(person) });
    expect(first.body.status).toBe('signed_in');
    const second = await world.call('POST', 'check2falogin', { ...step, ticket: await ticketOf(person) });
    expect(second.body.code).toBe('two_factor_used');
  });

  it('is finished by a mailed code, which is sent only where that factor is on', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'factors');
    await person.call('POST', 'security/code-factor/begin', { method: 'email', confirmation });
    const first = await world.codeSentTo(person.email);
    await person.call('POST', 'security/code-factor/finish', { method: 'email', code: first });
    const ticket = await ticketOf(person);
    const bySms = await world.call('POST', 'auth/login/send-code', { ticket, method: 'sms' });
    expect(bySms.body.code).toBe('value_not_allowed');
    const sent = await world.call('POST', 'auth/login/send-code', { ticket, method: 'email' });
    expect(sent.body).toMatchObject({ resend_after: 60, expires_in: 300 });
    const code = await world.codeSentTo(person.email);
    const finished = await world.call('POST', 'check2falogin', { ticket, method: 'email', code });
    expect(finished.body.status).toBe('signed_in');
  });

  it('takes no code that was sent to confirm an action', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    await person.call('POST', 'security/code-factor/begin', { method: 'email', confirmation });
    const enrolment = await world.codeSentTo(person.email);
    await person.call('POST', 'security/code-factor/finish', { method: 'email', code: enrolment });
    await person.call('POST', 'security/confirmation/send-code', { action: 'security', method: 'email' });
    const code = await world.codeSentTo(person.email);
    const step = { ticket: await ticketOf(person), method: 'email', code };
    expect((await world.call('POST', 'check2falogin', step)).body.code).toBe('two_factor_invalid');
  });

  it('is finished by a passkey of its owner, and of nobody else', async () => {
    const [person, stranger] = [await world.person(), await world.person()];
    const [own, foreign] = [await addPasskey(person), await addPasskey(stranger)];
    expect((await answerWith(foreign, await ticketOf(person))).status).toBe(401);
    expect((await answerWith(own, await ticketOf(person))).body).toMatchObject({ email: person.email });
  });

  it('does not fall to many wrong codes, nor to the right one right after them', async () => {
    // Far beyond the few that count; that the answer stays the same is asked a thousand times now and then.
    const guesses = extent({ usual: 50, all: 1_000 });
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const ticket = await ticketOf(person);
    const right = person.totpCode(secret);
    const outcomes: unknown[] = [];
    for (let guess = 1; guess <= guesses; guess += 1) {
      const code = String((Number(right) + guess * 17) % 1_000_000).padStart(6, '0');
      outcomes.push((await world.call('POST', 'check2falogin', { ticket, method: 'totp', code })).body.code);
    }
    const refused = outcomes.filter((code) => code === 'two_factor_attempts_exceeded');
    expect(refused.length).toBeGreaterThanOrEqual(guesses - 6);
    const late = await world.call('POST', 'check2falogin', { ticket, method: 'totp', code: right });
    expect(late.body.code).toBe('two_factor_attempts_exceeded');
    const failures = (await world.events(person.id)).filter((event) => event === 'second_step_failed');
    expect(failures.length).toBeLessThanOrEqual(6);
  });

  it('tells the owner, once, that somebody tries codes, and lets a device in that the owner has', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(30);
    const first = { ticket: await ticketOf(person), method: 'totp', code: person.totpCode(secret) };
    const { device } = (await world.call('POST', 'check2falogin', first)).body;
    world.advance(30);
    const wrong = { ticket: await ticketOf(person), method: 'totp', code: '000000' };
    for (let guess = 0; guess < 7; guess += 1) await world.call('POST', 'check2falogin', wrong);
    const subjects = (await world.messagesTo(person.email)).map(({ subject }) => subject);
    const told = 'Too many wrong codes were entered for your account';
    expect(subjects.filter((subject) => subject === told)).toHaveLength(1);
    const right = { ticket: await ticketOf(person), method: 'totp', code: person.totpCode(secret) };
    expect((await world.call('POST', 'check2falogin', right)).body.code).toBe('two_factor_attempts_exceeded');
    const known = await world.call('POST', 'check2falogin', { ...right, device });
    expect(known.body.status).toBe('signed_in');
  });

  it('clears the count of the known device, or else that of the e-mail, as a login in one step does', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    const finish = async (device?: unknown) => {
      world.advance(30);
      const { body } = await logIn(person, device === undefined ? {} : { device });
      const step = { ticket: body.ticket, method: 'totp', code: person.totpCode(secret) };
      return (await world.call('POST', 'check2falogin', device === undefined ? step : { ...step, device }))
        .body;
    };
    const { device } = await finish();
    const db = world.platform.database.kysely;
    const counters = [
      { policy: accountPolicy, subject: person.email },
      { policy: devicePolicy, subject: String(device) },
    ];
    const fail = async () => {
      for (const counter of counters) await takeAttempt(db, world.platform, counter);
    };
    const failures = async () =>
      (await Promise.all(counters.map((counter) => readAttempts(db, world.platform, counter)))).map(
        (state) => state.failures,
      );
    await fail();
    expect((await finish(device)).status).toBe('signed_in');
    expect(await failures()).toEqual([1, 0]);
    await fail();
    expect((await finish()).status).toBe('signed_in');
    expect(await failures()).toEqual([0, 1]);
  });
});

const site = { rpId: 'exchange.example', origin: 'https://exchange.example' };

async function addPasskey(person: Person): Promise<SoftwarePasskey> {
  const confirmation = await mailedCode(world, person, 'passkeys');
  const { body } = await person.call('POST', 'security/passkeys/begin', { confirmation });
  const passkey = new SoftwarePasskey();
  const { challenge } = body.options as { challenge: string };
  const answer = passkey.register({ challenge, ...site });
  await person.call('POST', 'security/passkeys', { challenge: body.challenge, answer, name: 'Key' });
  return passkey;
}

async function answerWith(passkey: SoftwarePasskey, ticket: string) {
  const { body } = await world.call('POST', 'auth/passkey/options', { ticket });
  const { challenge } = body.options as { challenge: string };
  const answer = passkey.authenticate({ challenge, ...site });
  return world.call('POST', 'auth/passkey', { challenge: body.challenge, answer });
}
