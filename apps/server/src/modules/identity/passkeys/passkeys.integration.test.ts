import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import type { Person } from '../testing/person.ts';
import { mailedCode } from '../testing/prove.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';

let world: PeopleApp;
const site = { rpId: 'exchange.example', origin: 'https://exchange.example' };

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

function challengeIn(body: Record<string, unknown>): string {
  return (body.options as { challenge: string }).challenge;
}

async function addTo(person: Person, passkey = new SoftwarePasskey()): Promise<SoftwarePasskey> {
  const confirmation = await mailedCode(world, person, 'passkeys');
  const { body } = await person.call('POST', 'security/passkeys/begin', { confirmation });
  const answer = passkey.register({ challenge: challengeIn(body), ...site });
  const given = { challenge: body.challenge, answer, name: 'Laptop' };
  const added = await person.call('POST', 'security/passkeys', given);
  expect(added).toMatchObject({ status: 200, body: { name: 'Laptop', last_used: null } });
  return passkey;
}

async function logIn(passkey: SoftwarePasskey, where = site) {
  const { body } = await world.call('POST', 'auth/passkey/options', {});
  const answer = passkey.authenticate({ challenge: challengeIn(body), ...where });
  return { given: { challenge: body.challenge, answer }, body };
}

async function confirmWith(person: Person, passkey: SoftwarePasskey, action: string) {
  const { body } = await person.call('POST', 'security/confirmation/passkey', { action });
  const answer = passkey.authenticate({ challenge: challengeIn(body), ...site });
  return { method: 'passkey', challenge: body.challenge, answer };
}

describe('a passkey', () => {
  it('is added, logs its owner in alone, and then says when it was used', async () => {
    const person = await world.person();
    const passkey = await addTo(person);
    const { given } = await logIn(passkey);
    const signedIn = await world.call('POST', 'auth/passkey', given);
    expect(signedIn).toMatchObject({ status: 200, body: { status: 'signed_in', email: person.email } });
    const { body } = await person.call('GET', 'security/factors');
    expect(body.passkeys).toMatchObject([{ name: 'Laptop', last_used: expect.any(String) }]);
  });

  it('answers a question once', async () => {
    const passkey = await addTo(await world.person());
    const { given } = await logIn(passkey);
    expect((await world.call('POST', 'auth/passkey', given)).status).toBe(200);
    expect((await world.call('POST', 'auth/passkey', given)).status).toBe(401);
  });

  it('does not answer for another site', async () => {
    const passkey = await addTo(await world.person());
    const phishing = { rpId: 'exchange.example', origin: 'https://exchange-example.test' };
    const { given } = await logIn(passkey, phishing);
    expect((await world.call('POST', 'auth/passkey', given)).status).toBe(401);
  });

  it('that did not recognise its user does not log in alone', async () => {
    const passkey = await addTo(await world.person());
    passkey.verifiesUser = false;
    const { given } = await logIn(passkey);
    expect((await world.call('POST', 'auth/passkey', given)).status).toBe(401);
  });

  it('whose counter went back is refused as a copy, and the refusal is written down', async () => {
    const person = await world.person();
    const passkey = await addTo(person);
    passkey.counter = 7;
    await world.call('POST', 'auth/passkey', (await logIn(passkey)).given);
    passkey.counter = 3;
    expect((await world.call('POST', 'auth/passkey', (await logIn(passkey)).given)).status).toBe(401);
    expect(await world.events(person.id)).toContain('passkey_refused');
  });

  it('confirms an action, and only the one that it was asked about', async () => {
    const person = await world.person();
    const passkey = await addTo(person);
    expect((await person.call('GET', 'security/confirmation')).body.methods).toEqual(['passkey']);
    const change = { anti_phishing_code: 'tall ships' };
    const other = await confirmWith(person, passkey, 'withdrawal');
    const refused = await person.call('POST', 'settings/anti-phishing', { ...change, confirmation: other });
    expect(refused.body.code).toBe('two_factor_invalid');
    const right = await confirmWith(person, passkey, 'security');
    const taken = await person.call('POST', 'settings/anti-phishing', { ...change, confirmation: right });
    expect(taken.status).toBe(200);
    const again = await person.call('POST', 'settings/anti-phishing', { ...change, confirmation: right });
    expect(again.body.code).toBe('two_factor_invalid');
  });

  it("of a stranger does not answer a question about somebody's action", async () => {
    const person = await world.person();
    await addTo(person);
    const stranger = await addTo(await world.person());
    const confirmation = await confirmWith(person, stranger, 'security');
    const refused = await person.call('POST', 'settings/anti-phishing', {
      anti_phishing_code: 'tall ships',
      confirmation,
    });
    expect(refused.body.code).toBe('two_factor_invalid');
  });

  it('is removed by itself, which ends all sessions and freezes payouts', async () => {
    const person = await world.person();
    const passkey = await addTo(person);
    const [entry] = (await person.call('GET', 'security/factors')).body.passkeys as { id: string }[];
    const confirmation = await confirmWith(person, passkey, 'passkeys');
    const path = `security/passkeys/${entry?.id}/remove`;
    expect((await person.call('POST', path, { confirmation })).status).toBe(200);
    expect((await person.call('GET', 'settings')).status).toBe(401);
    expect((await person.account()).payoutsFrozenUntil).not.toBeNull();
    expect((await world.call('POST', 'auth/passkey', (await logIn(passkey)).given)).status).toBe(401);
  });

  it('of somebody else is not found', async () => {
    const owner = await world.person();
    await addTo(owner);
    const [entry] = (await owner.call('GET', 'security/factors')).body.passkeys as { id: string }[];
    const stranger = await world.person();
    for (const id of [entry?.id, 'no-id-at-all']) {
      const confirmation = await mailedCode(world, stranger, 'passkeys');
      const refused = await stranger.call('POST', `security/passkeys/${id}/remove`, { confirmation });
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
      world.advance(60);
    }
    expect((await owner.call('GET', 'security/factors')).body.passkeys).toHaveLength(1);
  });

  it('is not added by an answer to somebody else’s question, nor by rubbish', async () => {
    const person = await world.person();
    const stranger = await world.person();
    const confirmation = await mailedCode(world, stranger, 'passkeys');
    const { body } = await stranger.call('POST', 'security/passkeys/begin', { confirmation });
    const passkey = new SoftwarePasskey();
    const answer = passkey.register({ challenge: challengeIn(body), ...site });
    const stolen = { challenge: body.challenge, answer, name: 'Mine' };
    expect((await person.call('POST', 'security/passkeys', stolen)).body.code).toBe('invalid_token');
    const rubbish = { challenge: 'rubbish', answer: { id: 7 }, name: 'Mine' };
    expect((await person.call('POST', 'security/passkeys', rubbish)).body.code).toBe('invalid_token');
  });

  it.each([
    [
      'an id longer than an authenticator makes',
      { id: randomBytes(3_000).toString('base64url') },
      'wrong_data',
    ],
    ['ways to reach it that nobody knows', { transports: ['\u0000', 'x'.repeat(5_000)] }, undefined],
  ])('may come with %s and is no failure of ours', async (_what, changes, code) => {
    const person = await world.person();
    const passkey = Object.assign(new SoftwarePasskey(), changes);
    const confirmation = await mailedCode(world, person, 'passkeys');
    const { body } = await person.call('POST', 'security/passkeys/begin', { confirmation });
    const answer = passkey.register({ challenge: challengeIn(body), ...site });
    const given = { challenge: body.challenge, answer, name: 'Laptop' };
    const added = await person.call('POST', 'security/passkeys', given);
    expect(added.body.code).toBe(code);
    const options = await person.call('POST', 'security/confirmation/passkey', { action: 'email' });
    expect(JSON.stringify(options.body).length).toBeLessThan(1_000);
  });

  it.each(['\u0000', 7, null, 'x'.repeat(3_000)])('with the id %j is nobody’s', async (id) => {
    const { body } = await world.call('POST', 'auth/passkey/options', {});
    const refused = await world.call('POST', 'auth/passkey', { challenge: body.challenge, answer: { id } });
    expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });
});
