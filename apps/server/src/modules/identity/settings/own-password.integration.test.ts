import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { HashingLine } from '../passwords/hashing-line.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { password } from '../testing/person.ts';

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

it('does not count a password as wrong that there was no time to compare', async () => {
  const person = await world.person();
  const changed = { new_password: 'Quiet-Lantern-77', new_password_confirm: 'Quiet-Lantern-77' };
  const change = () => person.call('POST', 'settings/password', { old_password: password, ...changed });
  const full = new Problem('too_many_login_attempts');
  const line = vi.spyOn(HashingLine.prototype, 'run').mockRejectedValue(full);
  for (let tries = 0; tries < 7; tries += 1) {
    expect((await change()).body.code).toBe('too_many_login_attempts');
  }
  line.mockRestore();
  expect((await change()).body.code).toBe('two_factor_required');
});
