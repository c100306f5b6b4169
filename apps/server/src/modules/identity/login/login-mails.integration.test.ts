import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

/** Logs in as somebody does who has the password and is a stranger each time. */
async function logIn({ email }: Person, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { body } = await world.call('POST', 'auth/login', { email, password });
    expect(body.status).toBe('signed_in');
  }
}

const mailsOf = async ({ email }: Person, template: string) =>
  (await world.messagesTo(email)).filter((mail) => mail.template === template).length;

describe('mails about logins', () => {
  it('stop after ten in an hour, and bury nothing that is changed meanwhile', async () => {
    const person = await world.person();
    await logIn(person, 1);
    await logIn(person, 14);
    expect(await mailsOf(person, 'identity.login')).toBe(10);
    expect((await person.call('POST', 'settings/freeze')).status).toBe(200);
    expect(await mailsOf(person, 'identity.notice')).toBe(1);
    world.advance(3_601);
    await logIn(person, 1);
    expect(await mailsOf(person, 'identity.login')).toBe(11);
  });
});
