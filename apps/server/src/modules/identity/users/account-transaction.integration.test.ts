import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { password } from '../testing/person.ts';
import { requireUser } from './require-user.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

it('leaves connections to others, however many calls of one account wait for each other', async () => {
  const [person, other] = [await world.person(), await world.person()];
  const { kysely } = world.platform.database;
  const changes: Promise<{ status: number }>[] = [];
  const logins: Promise<{ status: number }>[] = [];
  await kysely.transaction().execute(async (transaction) => {
    // Whoever wants to change this account waits until this transaction ends.
    await requireUser(transaction, person.id);
    for (let count = 0; count < 20; count += 1) {
      changes.push(person.call('PATCH', 'settings', { language: 'en' }));
      logins.push(world.call('POST', 'auth/login', { email: person.email, password }));
    }
    expect((await other.call('PATCH', 'settings', { language: 'en' })).status).toBe(200);
    expect((await other.call('GET', 'settings')).status).toBe(200);
  });
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  // Of so many logins at once most are asked for a puzzle first.
  expect((await Promise.all(logins)).filter(({ status }) => status >= 500)).toEqual([]);
});
