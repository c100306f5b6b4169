import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailServer } from '#platform/messages/delivery/mail-server.ts';
import { takeOfDay } from '../attempts/day-count.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { mailedCode } from '../testing/prove.ts';
import { updateUser } from '../users/users.ts';

let world: PeopleApp;
const phone = '+34600123456';

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

function ask(person: Person, action = 'security') {
  return person.call('POST', 'security/confirmation/send-code', { action, method: 'email' });
}

async function verifyPhone(person: Person, number = phone): Promise<void> {
  const confirmation = await mailedCode(world, person, 'phone');
  await person.call('POST', 'settings/phone', { phone: number, confirmation });
  const code = await world.codeSentTo(number);
  const verified = await person.call('POST', 'settings/phone/verify', { code });
  expect(verified).toEqual({ status: 200, body: { phone: number } });
}

describe('a code', () => {
  it('tells where it went, mostly hidden, and for how long it counts', async () => {
    const person = await world.person();
    const { body } = await ask(person);
    const masked = `${person.email.slice(0, 1)}***@example.org`;
    expect(body).toEqual({ target: masked, resend_after: 60, expires_in: 300 });
  });

  it('is sent again after a minute and not before', async () => {
    const person = await world.person();
    await ask(person);
    world.advance(59);
    const soon = await ask(person);
    const detail = 'We’ve already sent it. You can request another one in 1 s.';
    expect(soon).toMatchObject({ status: 429, body: { code: 'already_sent', detail } });
    world.advance(1);
    expect((await ask(person)).status).toBe(200);
    expect(await world.messagesTo(person.email)).toHaveLength(2);
  });

  it('is refused while no mail can be delivered, and nothing is written', async () => {
    const person = await world.person();
    mailServer(world.platform).problem = 'smtp ECONNREFUSED';
    try {
      expect(await ask(person)).toMatchObject({ status: 503, body: { code: 'email_service_error' } });
      expect(await world.messagesTo(person.email)).toHaveLength(0);
    } finally {
      mailServer(world.platform).problem = undefined;
    }
    expect((await ask(person)).status).toBe(200);
  });

  it('goes to a phone while no mail can be delivered', async () => {
    const person = await world.person({ phone });
    const { kysely } = world.platform.database;
    await updateUser(kysely, person.id, {
      ...{ phoneVerifiedAt: world.platform.clock.now(), smsFactor: true, emailFactor: true },
    });
    const { body } = await world.call('POST', 'auth/login', { email: person.email, password });
    mailServer(world.platform).problem = 'smtp ECONNREFUSED';
    try {
      const send = (method: string) =>
        world.call('POST', 'auth/login/send-code', { ticket: body.ticket, method });
      expect((await send('email')).body.code).toBe('email_service_error');
      expect((await send('sms')).status).toBe(200);
    } finally {
      mailServer(world.platform).problem = undefined;
    }
  });

  it('is followed by the next at once when it was used', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'security');
    await person.call('POST', 'settings/anti-phishing', { anti_phishing_code: 'tall ships', confirmation });
    expect((await ask(person)).status).toBe(200);
    expect((await ask(person)).body.code).toBe('already_sent');
  });

  it('is invalid once a newer one was sent, and costs no attempt', async () => {
    const person = await world.person();
    const old = await mailedCode(world, person, 'security');
    world.advance(60);
    const fresh = await mailedCode(world, person, 'security');
    const change = { anti_phishing_code: 'tall ships' };
    // Two of six digits may be the same, once in a million runs.
    for (let tries = 0; tries < 6 && old.code !== fresh.code; tries += 1) {
      const refused = await person.call('POST', 'settings/anti-phishing', { ...change, confirmation: old });
      expect(refused.body.code).toBe('two_factor_invalid');
    }
    const taken = await person.call('POST', 'settings/anti-phishing', { ...change, confirmation: fresh });
    expect(taken.status).toBe(200);
  });

  it('is not sent for ever to somebody who uses none', async () => {
    const person = await world.person();
    const statuses: number[] = [];
    for (let sent = 0; sent < 22; sent += 1) {
      statuses.push((await ask(person)).status);
      world.advance(61);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  it('of the owner’s device is neither refused nor replaced because a stranger asks without end', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'factors');
    await person.call('POST', 'security/code-factor/begin', { method: 'email', confirmation });
    const proof = await world.codeSentTo(person.email);
    await person.call('POST', 'security/code-factor/finish', { method: 'email', code: proof });
    const ticketOf = async () => {
      const { body } = await world.call('POST', 'auth/login', { email: person.email, password });
      return String(body.ticket);
    };
    const send = (ticket: string, device?: string) =>
      world.call('POST', 'auth/login/send-code', { ticket, method: 'email', device });
    const finish = (ticket: string, code: string, device?: string) =>
      world.call('POST', 'check2falogin', { ticket, method: 'email', code, device });

    const first = await ticketOf();
    await send(first);
    const { body: signedIn } = await finish(first, await world.codeSentTo(person.email));
    const device = String(signedIn.device);

    const mine = await ticketOf();
    expect((await send(mine, device)).status).toBe(200);
    const code = await world.codeSentTo(person.email);
    const answers: number[] = [];
    for (let count = 0; count < 25; count += 1) answers.push((await send(await ticketOf())).status);
    expect(answers.at(-1)).toBe(429);
    expect((await finish(mine, code, device)).body.status).toBe('signed_in');
    expect((await send(await ticketOf(), device)).status).toBe(200);
    expect((await ask(person)).status).toBe(200);
  });

  it('says in the language of the reader what it is for, under their own phrase', async () => {
    const person = await world.person({ language: 'ru' });
    const confirmation = await mailedCode(world, person, 'security');
    await person.call('POST', 'settings/anti-phishing', { anti_phishing_code: 'белый парус', confirmation });
    world.advance(60);
    await ask(person, 'security');
    const mail = (await world.messagesTo(person.email)).at(-1);
    expect(mail?.subject).toMatch(/^Код, чтобы изменить настройки безопас/);
    expect(mail?.text).toContain('белый парус');
  });

  it('for money names it: none is sent for a transfer without one, nor for a withdrawal but by its own call', async () => {
    const person = await world.person();
    const path = 'security/confirmation/send-code';
    const send = async (action: string, more: object = {}) =>
      JSON.stringify((await person.call('POST', path, { action, method: 'email', ...more })).body);
    const about = { currency: 'USDT', amount: '5' };
    expect(await send('transfer')).toContain('"about":"Fill in this field."');
    expect(await send('p2p_code')).toContain('"about":"Fill in this field."');
    expect(await send('withdrawal')).toMatch(/"action":/);
    expect(await send('security', { about })).toMatch(/"about":/);
    expect(await send('p2p_code', { about })).toContain('target');
  });

  it('is nowhere to be read but in its message', async () => {
    const person = await world.person();
    const { code } = await mailedCode(world, person, 'security');
    const { rows } = await world.platform.database.pool.query(
      'select (select json_agg(s) from sent_codes s)::text || (select json_agg(c) from attempt_counters c)::text as kept',
    );
    expect(rows[0].kept).not.toContain(`"${code}"`);
    expect(world.logLines.join('\n')).not.toContain(`"${code}"`);
  });
});

describe('a phone number', () => {
  it('is kept as verified once the code that went to it came back', async () => {
    const person = await world.person({ phone: '+351900000000' });
    await verifyPhone(person);
    expect(await person.account()).toMatchObject({ phone });
    const { body } = await person.call('GET', 'settings');
    expect(body).toMatchObject({ phone, phone_verified: true });
    const sms = (await world.messagesTo(phone)).at(-1);
    expect(sms).toMatchObject({ channel: 'sms' });
    expect(sms?.text).toMatch(/^Emporion: \d{6} is your code to verify this phone number\./);
  });

  it('stays as it was while the code is wrong', async () => {
    const person = await world.person({ phone: '+351900000000' });
    const confirmation = await mailedCode(world, person, 'phone');
    await person.call('POST', 'settings/phone', { phone: '+34600000001', confirmation });
    const code = String((Number(await world.codeSentTo('+34600000001')) + 1) % 1_000_000).padStart(6, '0');
    const refused = await person.call('POST', 'settings/phone/verify', { code });
    expect(refused.body.code).toBe('two_factor_invalid');
    expect(await person.account()).toMatchObject({ phone: '+351900000000', phoneVerifiedAt: null });
  });

  it('is not one after the other without end: each message costs money', async () => {
    const person = await world.person();
    const change = async (number: string) => {
      world.advance(60);
      const confirmation = await mailedCode(world, person, 'phone');
      return person.call('POST', 'settings/phone', { phone: number, confirmation });
    };
    for (let count = 0; count < 10; count += 1) {
      expect((await change(`+3460000002${count}`)).status).toBe(200);
    }
    expect((await change('+34600000030')).body.code).toBe('too_many_verification_attempts');
    expect(await world.messagesTo('+34600000030')).toHaveLength(0);
    world.advance(24 * 3_600);
    expect((await change('+34600000030')).status).toBe(200);
  });

  it('is not sent to by many accounts without end', async () => {
    const answers: unknown[] = [];
    for (let count = 0; count < 11; count += 1) {
      const person = await world.person();
      const confirmation = await mailedCode(world, person, 'phone');
      answers.push(
        (await person.call('POST', 'settings/phone', { phone: '+34600000099', confirmation })).status,
      );
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('is one of fifty new ones in a day for one address, and none of no country', async () => {
    world.advance(24 * 3_600);
    const { platform } = world;
    const counter = { scope: 'new-number:address', subject: '127.0.0.1', perDay: 50 };
    for (let count = 0; count < 49; count += 1) await takeOfDay(platform.database.kysely, platform, counter);
    const change = async (number: string) => {
      const person = await world.person();
      const confirmation = await mailedCode(world, person, 'phone');
      return (await person.call('POST', 'settings/phone', { phone: number, confirmation })).status;
    };
    expect(await change('+8821312345678')).toBe(422);
    expect(await change('+34600000051')).toBe(200);
    expect(await change('+34600000052')).toBe(429);
    world.advance(24 * 3_600);
    expect(await change('+34600000052')).toBe(200);
  });

  it('must be verified before codes by text message are turned on', async () => {
    const person = await world.person({ phone: '+351900000000' });
    const confirmation = await mailedCode(world, person, 'factors');
    const begun = await person.call('POST', 'security/code-factor/begin', { method: 'sms', confirmation });
    expect(begun).toMatchObject({ status: 403, body: { code: 'phone_not_verified' } });
  });

  it('that codes go to ends the other sessions and freezes payouts when it is moved', async () => {
    const person = await world.person();
    await verifyPhone(person, '+34600000011');
    const confirmation = await mailedCode(world, person, 'factors');
    await person.call('POST', 'security/code-factor/begin', { method: 'sms', confirmation });
    const code = await world.codeSentTo('+34600000011');
    const on = await person.call('POST', 'security/code-factor/finish', { method: 'sms', code });
    expect(on.body.backup_codes).toHaveLength(10);
    const other = await person.openSession();
    world.advance(60);
    await person.call('POST', 'security/confirmation/send-code', { action: 'phone', method: 'sms' });
    const bySms = { method: 'sms', code: await world.codeSentTo('+34600000011') };
    await person.call('POST', 'settings/phone', { phone: '+34600000012', confirmation: bySms });
    const moved = { code: await world.codeSentTo('+34600000012') };
    expect((await person.call('POST', 'settings/phone/verify', moved)).status).toBe(200);
    expect((await person.callFrom(other, 'GET', 'settings')).status).toBe(401);
    expect((await person.call('GET', 'settings')).body.payouts_frozen_until).not.toBeNull();
  });
});

describe('codes by mail as a factor', () => {
  it('are turned on by one of them and off by another', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'factors');
    const begun = await person.call('POST', 'security/code-factor/begin', { method: 'email', confirmation });
    expect(begun.status).toBe(200);
    const code = await world.codeSentTo(person.email);
    expect((await person.call('POST', 'security/code-factor/finish', { method: 'email', code })).status).toBe(
      200,
    );
    expect((await person.call('GET', 'security/confirmation')).body.methods).toEqual(['email', 'backup']);
    world.advance(60);
    const last = await mailedCode(world, person, 'factors');
    const off = await person.call('POST', 'security/factors/turn-off', {
      method: 'email',
      confirmation: last,
    });
    expect(off.status).toBe(200);
    expect(await person.account()).toMatchObject({ emailFactor: false });
  });
});
