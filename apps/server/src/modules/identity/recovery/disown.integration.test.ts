import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import type { Person } from '../testing/person.ts';
import { enrolTotp, mailedCode } from '../testing/prove.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';

const site = { rpId: 'exchange.example', origin: 'https://exchange.example' };
const day = 86_400;

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

function challengeIn(body: Record<string, unknown>): string {
  return String((body.options as { challenge: string }).challenge);
}

async function addPasskey(person: Person, confirmation: object): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  const { body } = await person.call('POST', 'security/passkeys/begin', { confirmation });
  const answer = passkey.register({ challenge: challengeIn(body), ...site });
  const added = { challenge: body.challenge, answer, name: 'Laptop' };
  expect((await person.call('POST', 'security/passkeys', added)).status).toBe(200);
  return passkey;
}

async function logInWith(passkey: SoftwarePasskey) {
  const { body } = await world.call('POST', 'auth/passkey/options', {});
  const answer = passkey.authenticate({ challenge: challengeIn(body), ...site });
  return world.call('POST', 'auth/passkey', { challenge: body.challenge, answer });
}

/** Presses the link of the newest mail that has one. */
async function disown(person: Person) {
  const mails = await world.messagesTo(person.email);
  const links = mails.flatMap(({ text }) => /\/not-me\/([\w-]+)/.exec(text)?.[1] ?? []);
  return world.call('POST', 'auth/not-me', { token: links.at(-1) });
}

const hoursUntil = (moment: unknown) =>
  (new Date(String(moment)).getTime() - world.platform.clock.now().getTime()) / 3_600_000;

describe('saying that it was somebody else', () => {
  it('removes the passkey that a stranger added, and tells the owner of it', async () => {
    const person = await world.person();
    const passkey = await addPasskey(person, await mailedCode(world, person, 'passkeys'));
    world.advance(3_600);
    expect((await logInWith(passkey)).status).toBe(200);
    const { status, body } = await disown(person);
    expect(status).toBe(200);
    expect(body.factors_removed).toEqual(['passkey']);
    expect(hoursUntil(body.payouts_frozen_until)).toBeCloseTo(72, 1);
    expect((await logInWith(passkey)).body.code).toBe('invalid_credentials');
    expect((await world.messagesTo(person.email)).at(-1)?.text).toContain('passkeys');
  });

  it('stops what the stranger began, and shuts him out also where that fails', async () => {
    const stopped: string[] = [];
    world.app.accountHooks.addFreezeTask(async (userId) => {
      stopped.push(userId);
      throw new Error('the exchange is not there');
    });
    const person = await world.person();
    await enrolTotp(world, person);
    expect((await disown(person)).status).toBe(200);
    expect(stopped).toEqual([person.id]);
  });

  it('removes what other modules keep and was added for as long as the link could be used', async () => {
    const asked: { userId: string; days: number }[] = [];
    world.app.accountHooks.addDisownTask(async (_db, { userId, since }) => {
      asked.push({ userId, days: Math.round(-hoursUntil(since.toISOString()) / 24) });
    });
    const person = await world.person();
    await enrolTotp(world, person);
    expect((await disown(person)).status).toBe(200);
    expect(asked).toEqual([{ userId: person.id, days: 7 }]);
  });

  it('removes an app that would keep the owner out, with its backup codes', async () => {
    const person = await world.person();
    await enrolTotp(world, person);
    expect((await disown(person)).body.factors_removed).toEqual(['totp', 'backup']);
    const session = await person.openSession();
    const { body } = await person.callFrom(session, 'GET', 'security/factors');
    expect(body).toMatchObject({ totp: false, passkeys: [] });
  });

  it('removes a number that a stranger verified, and codes to it', async () => {
    const person = await world.person();
    const phone = '+34600123457';
    const confirmation = await mailedCode(world, person, 'phone');
    await person.call('POST', 'settings/phone', { phone, confirmation });
    await person.call('POST', 'settings/phone/verify', { code: await world.codeSentTo(phone) });
    const again = await mailedCode(world, person, 'factors');
    await person.call('POST', 'security/code-factor/begin', { method: 'sms', confirmation: again });
    const code = await world.codeSentTo(phone);
    expect((await person.call('POST', 'security/code-factor/finish', { method: 'sms', code })).status).toBe(
      200,
    );
    expect((await disown(person)).body.factors_removed).toEqual(['sms', 'backup']);
    expect(await person.account()).toMatchObject({ smsFactor: false, phone: null, phoneVerifiedAt: null });
  });

  it('leaves what the owner had before the link could be used, and freezes payouts for a day', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(8 * day);
    await person.call('POST', 'settings/freeze');
    const { body } = await disown(person);
    expect(body.factors_removed).toEqual([]);
    expect(hoursUntil(body.payouts_frozen_until)).toBeCloseTo(24, 1);
    const session = await person.openSession();
    const factors = await person.callFrom(session, 'GET', 'security/factors');
    expect(factors.body).toMatchObject({ totp: true, backup_codes_left: 10 });
    expect(secret).not.toBe('');
  });

  it('removes a young passkey and leaves the old app beside it', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    world.advance(8 * day);
    const code = person.totpCode(secret);
    await addPasskey(person, { method: 'totp', code });
    expect((await disown(person)).body.factors_removed).toEqual(['passkey']);
    const session = await person.openSession();
    const factors = await person.callFrom(session, 'GET', 'security/factors');
    expect(factors.body).toMatchObject({ totp: true, passkeys: [], backup_codes_left: 10 });
  });
});
