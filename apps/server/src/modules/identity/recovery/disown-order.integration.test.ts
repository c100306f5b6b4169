import { invariant } from '@emporion/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { issueToken } from '../tokens/tokens.ts';

let world: PeopleApp;
let thieves = 0;

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

/** The tokens of the links in the mails to an address, oldest first. */
async function linksTo(email: string, page = 'not-me'): Promise<string[]> {
  const link = new RegExp(`/account/${page}/(?:[0-9a-f-]{36}/)?([\\w-]+)`);
  return (await world.messagesTo(email)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

const press = (token: string | undefined) => world.call('POST', 'auth/not-me', { token });
const logIn = (email: string, secret = password) => world.logIn(email, secret);

/** Somebody with an open session of the owner, and one code of theirs, moves the account to a mailbox of their own. */
async function steal(person: Person): Promise<string> {
  thieves += 1;
  const thief = `thief-${thieves}@example.org`;
  const session = await person.openSession();
  const asked = { action: 'email', method: 'email' };
  await person.callFrom(session, 'POST', 'security/confirmation/send-code', asked);
  const confirmation = { method: 'email', code: await world.codeSentTo(person.email) };
  await person.callFrom(session, 'POST', 'settings/email', { email: thief, confirmation });
  const [token] = await linksTo(thief, 'email-change');
  expect((await person.callFrom(session, 'POST', 'settings/email/confirm', { token })).status).toBe(200);
  return thief;
}

async function resetBy(person: Person, newPassword: string) {
  const token = await issueToken(world.platform.database.kysely, world.platform, {
    userId: person.id,
    purpose: 'password_reset',
    lifeSeconds: 600,
  });
  const chosen = { new_password: newPassword, new_password_confirm: newPassword };
  return world.call('POST', 'auth/password/reset/confirm', { uid: person.id, token, ...chosen });
}

describe('when two say that it was not them', () => {
  it('whoever was there before wins, whoever presses first', async () => {
    const person = await world.person();
    await logIn(person.email);
    const thief = await steal(person);
    for (const _ of [1, 2]) expect((await logIn(thief)).status).toBe(200);
    const [first, second] = await linksTo(thief);
    expect((await press(first)).status).toBe(200);
    expect((await press(second)).body.code).toBe('invalid_token');
    expect(await person.account()).toMatchObject({ email: thief });

    const [asked, changed] = await linksTo(person.email);
    invariant(asked !== undefined && changed !== undefined, 'the owner was told');
    expect((await press(changed)).status).toBe(200);
    expect(await person.account()).toMatchObject({ email: person.email });
    const [reset] = await linksTo(thief, 'reset-password');
    const check = await world.call('POST', 'auth/password/reset/check', { uid: person.id, token: reset });
    expect(check.body.code).toBe('reset_token_invalid');
    expect((await press(asked)).status).toBe(200);
  });

  it('what was issued later than the link counts no more, though the clock stood still', async () => {
    const person = await world.person();
    await logIn(person.email);
    const thief = await steal(person);
    await logIn(thief);
    const [asked, changed] = await linksTo(person.email);
    expect((await press(asked)).status).toBe(200);
    for (const token of [changed, ...(await linksTo(thief))]) {
      expect((await press(token)).body.code).toBe('invalid_token');
    }
    expect(await person.account()).toMatchObject({ email: person.email });
  });

  it('the link of a reset gives the address back, as those of other mails do', async () => {
    const person = await world.person();
    expect((await resetBy(person, 'Copper-Kettle-77')).status).toBe(200);
    const [link] = await linksTo(person.email);
    const thief = await steal(person);
    expect(await person.account()).toMatchObject({ email: thief });
    expect((await press(link)).status).toBe(200);
    expect(await person.account()).toMatchObject({ email: person.email });
  });
});

describe('giving the address back', () => {
  it('is told to the address that the account had meanwhile, and stops payouts for three days', async () => {
    const person = await world.person();
    const moved = await steal(person);
    const { body } = await press((await linksTo(person.email)).at(-1));
    expect(body.factors_removed).toEqual([]);
    const restMs = Date.parse(String(body.payouts_frozen_until)) - world.platform.clock.now().getTime();
    expect(restMs).toBe(72 * 3_600_000);
    const told = (await world.messagesTo(moved)).at(-1);
    expect(told?.subject).toBe('Your account’s previous email was restored');
    expect(told?.text).not.toContain('/account/');
  });

  it('is told to nobody when the account had not moved', async () => {
    const person = await world.person();
    await person.call('POST', 'settings/freeze');
    const [link] = await linksTo(person.email);
    const before = await world.messagesTo(person.email);
    expect((await press(link)).status).toBe(200);
    const told = (await world.messagesTo(person.email)).slice(before.length);
    expect(told.map(({ template }) => template)).toEqual(['identity.disowned']);
  });
});
