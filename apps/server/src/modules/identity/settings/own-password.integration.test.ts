import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { password } from '../testing/person.ts';

const line = vi.hoisted(() => ({ isFull: false }));

vi.mock('../passwords/passwords.ts', async (original) => {
  const real = await original<typeof import('../passwords/passwords.ts')>();
  const verifyPassword: typeof real.verifyPassword = async (...given) => {
    if (line.isFull) throw new Problem('too_many_login_attempts');
    return real.verifyPassword(...given);
  };
  return { ...real, verifyPassword };
});

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

it('does not count a password as wrong that there was no time to compare', async () => {
  const person = await world.person();
  const changed = { new_password: 'Quiet-Lantern-77', new_password_confirm: 'Quiet-Lantern-77' };
  const change = () => person.call('POST', 'settings/password', { old_password: password, ...changed });
  line.isFull = true;
  for (let tries = 0; tries < 7; tries += 1) {
    expect((await change()).body.code).toBe('too_many_login_attempts');
  }
  line.isFull = false;
  expect((await change()).body.code).toBe('two_factor_required');
});
