import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { password } from '../testing/person.ts';
import { mailedCode } from '../testing/prove.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

describe('the settings', () => {
  it('are read with the choices that hold until a person makes others', async () => {
    const person = await world.person();
    const { body } = await person.call('GET', 'settings');
    expect(body.id).toBe(person.id);
    expect(body).toMatchObject({
      email: person.email,
      phone_verified: false,
      interface: null,
      preferences: { theme: 'auto', colours: 'green_red', number_format: 'language', confirm_orders: true },
      notifications: { deposits: true, login: false, newsletter: false },
      anti_phishing_code: null,
      payouts_frozen_until: null,
      frozen: false,
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('change one by one, and what is not named stays', async () => {
    const person = await world.person();
    await person.call('PATCH', 'settings', {
      preferences: { theme: 'dark' },
      notifications: { orders: true },
    });
    const { body } = await person.call('PATCH', 'settings', {
      preferences: { colours: 'blue_orange' },
      interface: 'advanced',
      auto_logout_timeout: 900,
      language: 'fr',
    });
    expect(body).toMatchObject({
      preferences: { theme: 'dark', colours: 'blue_orange' },
      notifications: { orders: true, deposits: true },
      interface: 'advanced',
      auto_logout_timeout: 900,
      language: 'fr',
    });
  });

  it('refuse a user name that somebody has, in any case of letters', async () => {
    const person = await world.person();
    const other = await world.person();
    await other.call('PATCH', 'settings', { username: 'Aurora' });
    const refused = await person.call('PATCH', 'settings', { username: 'aurora' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect(refused.body.fields).toHaveProperty('username');
  });

  it('refuse a user name that could be taken for somebody else, or for staff', async () => {
    const [person, other] = [await world.person(), await world.person()];
    expect((await other.call('PATCH', 'settings', { username: 'Borealis' })).status).toBe(200);
    for (const username of [
      'bоrealis',
      'bo-realis',
      'Borea1is',
      'Bor3ali5',
      'Support',
      'emporion_team',
      'аdmin',
    ]) {
      const refused = await person.call('PATCH', 'settings', { username });
      expect(refused).toMatchObject({ status: 409, body: { code: 'username_taken' } });
      expect(refused.body.fields).toHaveProperty('username');
    }
    expect((await other.call('PATCH', 'settings', { username: 'bo.realis' })).status).toBe(200);
  });

  it('keep a name that its owner gave up from others for 180 days, also by closing, and give it back to its owner', async () => {
    const [shop, thief] = [await world.person(), await world.person()];
    const rename = async (who: typeof shop, username: string) =>
      (await who.call('PATCH', 'settings', { username })).status;
    expect(await rename(shop, 'coffeebar')).toBe(200);
    expect(await rename(shop, 'teabar')).toBe(200);
    const refused = await thief.call('PATCH', 'settings', { username: 'C0ffeebar' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect(await rename(shop, 'coffee-bar')).toBe(200);
    expect(await rename(shop, 'teabar')).toBe(200);
    expect(await rename(thief, 'coffeebar')).toBe(409);
    await sql`update released_usernames set reserved_until = '2020-01-01'`.execute(
      world.platform.database.kysely,
    );
    expect(await rename(thief, 'coffeebar')).toBe(200);
    await shop.call('POST', 'settings/close', {
      password,
      confirmation: await mailedCode(world, shop, 'close_account'),
    });
    expect(await rename(thief, 'teabar')).toBe(409);
  });

  it('tell of twenty names in an hour that they are taken, and not of all', async () => {
    const [person, other] = [await world.person(), await world.person()];
    const { username } = await other.account();
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      statuses.push((await person.call('PATCH', 'settings', { username })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(409), 429, 429]);
    expect((await person.call('PATCH', 'settings', { username: 'a-free-name' })).status).toBe(200);
  });

  it('refuse markup in names and times of logout that are no choice', async () => {
    const person = await world.person();
    for (const change of [{ first_name: '<b>Theo' }, { username: 'a b' }, { auto_logout_timeout: 7 }]) {
      expect((await person.call('PATCH', 'settings', change)).status).toBe(422);
    }
  });

  it('do not change what needs a code, nor the role', async () => {
    const person = await world.person();
    await person.call('PATCH', 'settings', {
      roles: ['administrator'],
      email: 'x@example.org',
      phone: '+34600',
    });
    expect(await person.account()).toMatchObject({ roles: [], email: person.email, phone: null });
  });
});

describe('the password', () => {
  const changed = { new_password: 'Quiet-Lantern-77', new_password_confirm: 'Quiet-Lantern-77' };

  it('is changed with the old one and a code; other sessions end and payouts freeze', async () => {
    const person = await world.person();
    const other = await person.openSession();
    const confirmation = await mailedCode(world, person, 'password');
    const given = { old_password: password, ...changed, confirmation };
    expect(await person.call('POST', 'settings/password', given)).toEqual({ status: 200, body: {} });
    expect((await person.call('GET', 'settings')).body.payouts_frozen_until).not.toBeNull();
    expect((await person.callFrom(other, 'GET', 'settings')).status).toBe(401);
    const login = { email: person.email };
    expect((await world.call('POST', 'auth/login', { ...login, password })).status).toBe(401);
    const fresh = await world.call('POST', 'auth/login', { ...login, password: changed.new_password });
    expect(fresh.body.status).toBe('signed_in');
    expect(await world.events(person.id)).toContain('password_changed');
  });

  it('is asked for before a code is', async () => {
    const person = await world.person();
    const wrong = await person.call('POST', 'settings/password', { old_password: 'Wrong-one-1', ...changed });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_old_password' } });
    const right = await person.call('POST', 'settings/password', { old_password: password, ...changed });
    expect(right.body.code).toBe('two_factor_required');
    const weak = { new_password: 'Password1', new_password_confirm: 'Password1' };
    const refused = await person.call('POST', 'settings/password', { old_password: password, ...weak });
    expect(refused.status).toBe(422);
  });

  it('cannot be guessed by somebody who found an open session', async () => {
    const person = await world.person();
    const codes: unknown[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const given = { old_password: `Wrong-one-${guess}`, ...changed };
      codes.push((await person.call('POST', 'settings/password', given)).body.code);
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('wrong_old_password'));
    expect(codes.slice(5)).toEqual(Array(2).fill('too_many_verification_attempts'));
  });
});

describe('the audit log', () => {
  it('is not filled by changes that change nothing', async () => {
    const person = await world.person();
    for (let count = 0; count < 3; count += 1) {
      await person.call('PATCH', 'settings', { first_name: 'Thea', last_name: 'Trader' });
      await person.call('DELETE', 'settings/sessions');
    }
    expect(await world.events(person.id)).toEqual(['profile_changed']);
  });

  it('grows by ten names in a day, however often they are changed to and fro', async () => {
    const person = await world.person();
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { firstName } = await person.account();
      const next = firstName === 'Theo' ? 'Thea' : 'Theo';
      statuses.push((await person.call('PATCH', 'settings', { first_name: next })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await world.events(person.id)).toHaveLength(10);
    expect((await person.account()).firstName).toBe('Theo');
    expect((await person.call('PATCH', 'settings', { preferences: { sounds: true } })).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed with device, place and time, and the own one is marked', async () => {
    const person = await world.person();
    const other = await person.openSession();
    const { body } = await person.call('GET', 'settings/sessions');
    const sessions = body.sessions as { id: string; current: boolean }[];
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)?.id).toBe(person.sessionId);
    expect(sessions.find(({ id }) => id === other)).toMatchObject({
      current: false,
      device: 'Firefox on Linux',
      address: '203.0.113.7',
      place: 'PT',
    });
  });

  it('end one by one, at once', async () => {
    const person = await world.person();
    const other = await person.openSession();
    expect((await person.callFrom(other, 'GET', 'settings')).status).toBe(200);
    expect((await person.call('DELETE', `settings/sessions/${other}`)).status).toBe(200);
    expect((await person.callFrom(other, 'GET', 'settings')).status).toBe(401);
    expect((await person.call('DELETE', `settings/sessions/${other}`)).status).toBe(404);
  });

  it('of other people are not found and go on', async () => {
    const person = await world.person();
    const stranger = await world.person();
    for (const id of [stranger.sessionId, 'no-id', '%00']) {
      expect((await person.call('DELETE', `settings/sessions/${id}`)).status).toBe(404);
    }
    expect((await stranger.call('GET', 'settings')).status).toBe(200);
  });

  it('end all at once but for the own one', async () => {
    const person = await world.person();
    await person.openSession();
    await person.openSession();
    expect((await person.call('DELETE', 'settings/sessions')).body).toEqual({ ended: 2 });
    expect((await person.call('GET', 'settings')).status).toBe(200);
  });
});

describe('the history', () => {
  it('tells page by page what happened to this account and to no other', async () => {
    const person = await world.person();
    const stranger = await world.person();
    await stranger.call('POST', 'settings/freeze');
    await person.call('PATCH', 'settings', { first_name: 'Thea' });
    await person.openSession();
    await person.call('DELETE', 'settings/sessions');
    const { body } = await person.call('GET', 'settings/history?limit=1');
    expect(body).toMatchObject({
      total: 2,
      results: [{ event: 'other_sessions_ended', device: 'Firefox on Linux' }],
    });
    const next = await person.call('GET', 'settings/history?limit=1&offset=1');
    expect(next.body.results).toMatchObject([{ event: 'profile_changed' }]);
  });
});
