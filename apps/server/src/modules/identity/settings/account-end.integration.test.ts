import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFrozen } from '../sessions/freeze-payouts.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { type Person, password } from '../testing/person.ts';
import { enrolTotp, mailedCode } from '../testing/prove.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

describe('freezing', () => {
  it('takes no code, ends other sessions, and leaves the owner in', async () => {
    const person = await world.person();
    const other = await person.openSession();
    expect((await person.call('POST', 'settings/freeze')).status).toBe(200);
    expect((await person.call('POST', 'settings/freeze')).status).toBe(200);
    expect(await isFrozen(world.platform.database.kysely, person.id)).toBe(true);
    expect((await person.callFrom(other, 'GET', 'settings')).status).toBe(401);
    expect((await person.call('GET', 'settings')).body.frozen).toBe(true);
    expect(await world.events(person.id)).toEqual(['account_frozen']);
  });

  it('stops what other modules do for the account, also when it is pressed again', async () => {
    const person = await world.person();
    const stopped: string[] = [];
    world.app.accountHooks.addFreezeTask(async (userId) => {
      stopped.push(userId);
    });
    await person.call('POST', 'settings/freeze');
    await person.call('POST', 'settings/freeze');
    expect(stopped).toEqual([person.id, person.id]);
  });

  it('is undone with a code, and payouts stay frozen for a day', async () => {
    const person = await world.person();
    await person.call('POST', 'settings/freeze');
    expect((await person.call('POST', 'settings/unfreeze', {})).body.code).toBe('two_factor_required');
    const confirmation = await mailedCode(world, person, 'security');
    expect((await person.call('POST', 'settings/unfreeze', { confirmation })).status).toBe(200);
    const { body } = await person.call('GET', 'settings');
    expect(body).toMatchObject({ frozen: false, payouts_frozen_until: expect.any(String) });
  });
});

describe('the export', () => {
  it("holds everything about one's own account, and no secret", async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    const { body } = await person.call('GET', 'settings/export');
    expect(body).toMatchObject({
      account: { id: person.id, email: person.email },
      factors: { totp: true, backup_codes_left: 10 },
      sessions: [{ id: person.sessionId }],
    });
    const text = JSON.stringify(body);
    for (const hidden of [secret, 'argon2', 'hash', 'sealed']) expect(text).not.toContain(hidden);
  });

  it('is told to the owner, with the way out', async () => {
    const person = await world.person();
    await person.call('GET', 'settings/export');
    const [mail] = await world.messagesTo(person.email);
    expect(mail).toMatchObject({
      template: 'identity.notice',
      subject: 'Your account data was exported',
    });
    expect(mail?.text).toContain('/account/not-me/');
  });

  it('takes in what other modules keep', async () => {
    const person = await world.person();
    world.app.accountHooks.addExportSection('ships', async (_db, userId) => [`ship of ${userId}`]);
    const { body } = await person.call('GET', 'settings/export');
    expect(body.ships).toEqual([`ship of ${person.id}`]);
  });
});

describe('closing', () => {
  async function close(person: Person) {
    const confirmation = await mailedCode(world, person, 'close_account');
    return person.call('POST', 'settings/close', { password, confirmation });
  }

  it('needs the password and a code', async () => {
    const person = await world.person();
    const wrong = await person.call('POST', 'settings/close', { password: 'Wrong-one-1' });
    expect(wrong.body.code).toBe('wrong_old_password');
    const bare = await person.call('POST', 'settings/close', { password });
    expect(bare.body.code).toBe('two_factor_required');
    expect(await person.account()).toMatchObject({ status: 'active' });
  });

  it('shuts the account for good and gives its address up', async () => {
    const person = await world.person();
    expect((await close(person)).status).toBe(200);
    expect(await person.account()).toMatchObject({ status: 'closed' });
    expect((await person.call('GET', 'settings')).status).toBe(401);
    const login = await world.call('POST', 'auth/login', { email: person.email, password });
    expect(login.body.code).toBe('invalid_credentials');
    expect((await world.messagesTo(person.email)).at(-1)?.subject).toBe('Your account was closed');
  });

  it('is refused while another module objects, and nothing has changed', async () => {
    const person = await world.person();
    world.app.accountHooks.addClosingObjection(async (_db, userId) =>
      userId === person.id ? 'wrong_data' : undefined,
    );
    expect((await close(person)).body.code).toBe('wrong_data');
    expect((await person.call('GET', 'settings')).status).toBe(200);
  });
});
