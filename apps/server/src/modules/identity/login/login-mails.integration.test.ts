import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellOwner } from '../notices/tell-owner.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { requireUser } from '../users/require-user.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

/** Logs in as somebody does who has the password and is a stranger each time. */
async function logIn({ email }: Person, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { body } = await world.logIn(email, password);
    expect(body.status).toBe('signed_in');
  }
}

const mailsOf = async ({ email }: Person, template: string) =>
  (await world.messagesTo(email)).filter((mail) => mail.template === template).length;

describe('mails about logins', () => {
  it('stop after ten in a day, the last saying so, and bury nothing that is changed meanwhile', async () => {
    const person = await world.person();
    await logIn(person, 1);
    await logIn(person, 14);
    expect(await mailsOf(person, 'identity.login')).toBe(10);
    const told = (await world.messagesTo(person.email))
      .filter(({ template }) => template === 'identity.login')
      .map(({ text }) => text.includes('send more emails like this'));
    expect(told).toEqual([...Array(9).fill(false), true]);
    expect((await person.call('POST', 'settings/freeze')).status).toBe(200);
    expect(await mailsOf(person, 'identity.notice')).toBe(1);
    world.advance(86_400);
    await logIn(person, 1);
    expect(await mailsOf(person, 'identity.login')).toBe(11);
  });
});

describe('mails about changes', () => {
  it('stop after five of one kind in a day, the last saying so, and go on of other kinds', async () => {
    const person = await world.person();
    const db = world.platform.database.kysely;
    const user = await requireUser(db, person.id);
    const origin = { address: '203.0.113.7', place: 'PT', device: 'Firefox on Linux' };
    for (let count = 0; count < 8; count += 1) {
      await tellOwner(db, world.platform, { user, origin, notice: 'frozen' });
    }
    const told = (await world.messagesTo(person.email)).map(({ text }) =>
      text.includes('send more emails like this'),
    );
    expect(told).toEqual([false, false, false, false, true]);
    await tellOwner(db, world.platform, { user, origin, notice: 'email_changed' });
    expect(await mailsOf(person, 'identity.notice')).toBe(6);
    world.advance(86_400);
    await tellOwner(db, world.platform, { user, origin, notice: 'frozen' });
    expect(await mailsOf(person, 'identity.notice')).toBe(7);
  });
});
