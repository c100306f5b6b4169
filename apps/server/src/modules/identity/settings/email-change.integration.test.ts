import { invariant } from '@emporion/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { mailedCode } from '../testing/prove.ts';
import { issueToken } from '../tokens/tokens.ts';

let world: PeopleApp;
let addresses = 0;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

function newAddress(): string {
  addresses += 1;
  return `new-${addresses}@example.org`;
}

async function ask(person: Person, email: string) {
  const confirmation = await mailedCode(world, person, 'email');
  return person.call('POST', 'settings/email', { email, confirmation });
}

/** Presses the button behind a link, logged in to an account. */
async function confirm(person: Person, token: string) {
  return person.callFrom(await person.openSession(), 'POST', 'settings/email/confirm', { token });
}

/** The token of the newest link of a kind in the mails to an address. */
async function tokenIn(to: string, page: 'email-change' | 'not-me'): Promise<string> {
  const texts = (await world.messagesTo(to)).map(({ text }) => text);
  const token = texts
    .map((text) => new RegExp(`/account/${page}/([\\w-]+)`).exec(text)?.[1])
    .filter((found) => found !== undefined)
    .at(-1);
  invariant(token !== undefined, `no link to ${page} was sent`);
  return token;
}

describe('changing the address', () => {
  it('happens when the new one is read; all sessions end, payouts freeze, both addresses hear of it', async () => {
    const person = await world.person();
    const email = newAddress();
    expect(await ask(person, email)).toEqual({ status: 200, body: { email } });
    expect(await person.account()).toMatchObject({ email: person.email });
    const token = await tokenIn(email, 'email-change');
    expect(await confirm(person, token)).toEqual({
      status: 200,
      body: { email },
    });
    const account = await person.account();
    expect(account).toMatchObject({ email, payoutsFrozenUntil: expect.any(Date) });
    expect((await person.call('GET', 'settings')).status).toBe(401);
    for (const to of [person.email, email]) {
      const subjects = (await world.messagesTo(to)).map(({ subject }) => subject);
      expect(subjects).toContain('Your account email was changed');
    }
    expect(await world.events(person.id)).toEqual(['email_change_asked', 'email_changed']);
  });

  it('is done by whoever is logged in to the account, and by no reader of the mail alone', async () => {
    const [person, reader] = [await world.person(), await world.person()];
    const email = newAddress();
    await ask(person, email);
    const token = await tokenIn(email, 'email-change');
    expect((await world.call('POST', 'settings/email/confirm', { token })).status).toBe(401);
    expect((await confirm(reader, token)).body.code).toBe('invalid_token');
    expect(await person.account()).toMatchObject({ email: person.email });
    expect((await confirm(person, token)).status).toBe(200);
  });

  it('takes a link once, and not after an hour', async () => {
    const person = await world.person();
    const [first, second] = [newAddress(), newAddress()];
    await ask(person, first);
    const token = await tokenIn(first, 'email-change');
    world.advance(3_600);
    const late = await confirm(person, token);
    expect(late).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    await ask(person, second);
    const fresh = await tokenIn(second, 'email-change');
    expect((await confirm(person, fresh)).status).toBe(200);
    const again = await confirm(person, fresh);
    expect(again.body.code).toBe('invalid_token');
  });

  it('answers the same for an address that has an account, and only its owner learns of it', async () => {
    const person = await world.person();
    const holder = await world.person();
    const asked = await ask(person, holder.email.toUpperCase());
    expect(asked).toMatchObject({ status: 200 });
    const mails = await world.messagesTo(holder.email);
    expect(mails.at(-1)?.subject).toBe('This address already has an account');
    expect(mails.some(({ text }) => text.includes('/email-change/'))).toBe(false);
  });

  it('refuses an address that mail cannot reach, before a code is spent on it', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'email');
    const refused = await person.call('POST', 'settings/email', { email: 'a(b@example.org', confirmation });
    expect(refused).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
    const asked = await person.call('POST', 'settings/email', { email: newAddress(), confirmation });
    expect(asked.status).toBe(200);
  });

  it('fills nobody’s box, however often it is asked for', async () => {
    const [person, email] = [await world.person(), newAddress()];
    for (let count = 0; count < 12; count += 1) {
      expect((await ask(person, email)).status).toBe(200);
      world.advance(60);
    }
    expect(await world.messagesTo(email)).toHaveLength(4);
  });

  it('is refused when somebody took the address meanwhile', async () => {
    const [person, rival] = [await world.person(), await world.person()];
    const email = newAddress();
    await ask(person, email);
    const slow = await tokenIn(email, 'email-change');
    await ask(rival, email);
    const quick = await tokenIn(email, 'email-change');
    expect((await confirm(rival, quick)).status).toBe(200);
    const refused = await confirm(person, slow);
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_already_registered' } });
  });

  it.each<[string, (person: Person) => Promise<{ status: number }>]>([
    ['the other sessions end', (person) => person.call('DELETE', 'settings/sessions')],
    [
      'one session is ended',
      async (person) => person.call('DELETE', `settings/sessions/${await person.openSession()}`),
    ],
    ['the account is frozen', (person) => person.call('POST', 'settings/freeze')],
    [
      'the password is changed',
      async (person) => {
        const next = 'Other-Harbour-43';
        const confirmation = await mailedCode(world, person, 'password');
        const change = { old_password: password, new_password: next, new_password_confirm: next };
        return person.call('POST', 'settings/password', { ...change, confirmation });
      },
    ],
    [
      'the password is reset',
      async (person) => {
        const token = await issueToken(world.platform.database.kysely, world.platform, {
          ...{ userId: person.id, purpose: 'password_reset', lifeSeconds: 600 },
        });
        const chosen = { new_password: 'Other-Harbour-43', new_password_confirm: 'Other-Harbour-43' };
        return world.call('POST', 'auth/password/reset/confirm', { uid: person.id, token, ...chosen });
      },
    ],
  ])('is over when %s before its link is used', async (_, end) => {
    const person = await world.person();
    const email = newAddress();
    await ask(person, email);
    expect((await end(person)).status).toBe(200);
    const refused = await confirm(person, await tokenIn(email, 'email-change'));
    expect(refused.body.code).toBe('invalid_token');
    expect(await person.account()).toMatchObject({ email: person.email });
  });

  it.each(['before', 'after'])('is undone by the link in the mail that came %s it', async (when) => {
    const person = await world.person();
    const thief = newAddress();
    await ask(person, thief);
    const early = await tokenIn(person.email, 'not-me');
    await confirm(person, await tokenIn(thief, 'email-change'));
    expect((await world.messagesTo(thief)).some(({ text }) => text.includes('/not-me/'))).toBe(false);
    const token = when === 'before' ? early : await tokenIn(person.email, 'not-me');
    expect((await world.call('POST', 'auth/not-me', { token })).status).toBe(200);
    expect(await person.account()).toMatchObject({ email: person.email });
    const last = (await world.messagesTo(person.email)).at(-1);
    expect(last?.text).toContain('/account/reset-password/');
    const login = await world.call('POST', 'auth/login', { email: thief, password });
    expect(login.status).toBe(401);
  });
});
