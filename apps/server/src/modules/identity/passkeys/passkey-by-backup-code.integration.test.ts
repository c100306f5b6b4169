import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import type { Person } from '../testing/person.ts';
import { enrolTotp } from '../testing/prove.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';

let world: PeopleApp;
const site = { rpId: 'exchange.example', origin: 'https://exchange.example' };

beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());

async function withBackupCode() {
  const person = await world.person();
  const { backupCodes } = await enrolTotp(world, person);
  return { person, confirmation: { method: 'backup', code: backupCodes[0] } };
}

async function begin(person: Person, confirmation: object) {
  const { status, body } = await person.call('POST', 'security/passkeys/begin', { confirmation });
  expect(status).toBe(200);
  const { challenge } = body.options as { challenge: string };
  return { challenge: body.challenge, answer: new SoftwarePasskey().register({ challenge, ...site }) };
}

const add = (person: Person, given: object) =>
  person.call('POST', 'security/passkeys', { ...given, name: 'Laptop' });

async function factorsOf(person: Person) {
  const { body } = await person.call('GET', 'security/factors');
  return { left: body.backup_codes_left, passkeys: (body.passkeys as unknown[]).length };
}

describe('a backup code that adds a passkey', () => {
  it('is spent when the passkey is there, and not before', async () => {
    const { person, confirmation } = await withBackupCode();
    const given = await begin(person, confirmation);
    expect(await factorsOf(person)).toEqual({ left: 10, passkeys: 0 });
    expect((await add(person, given)).status).toBe(200);
    expect(await factorsOf(person)).toEqual({ left: 9, passkeys: 1 });
    const again = await person.call('POST', 'security/passkeys/begin', { confirmation });
    expect(again.body.code).toBe('two_factor_used');
  });

  it('stays when the browser made none, or one that is not right', async () => {
    const { person, confirmation } = await withBackupCode();
    await begin(person, confirmation);
    const { challenge } = await begin(person, confirmation);
    const { answer } = await begin(person, confirmation);
    expect((await add(person, { challenge, answer })).body.code).toBe('wrong_data');
    expect(await factorsOf(person)).toEqual({ left: 10, passkeys: 0 });
  });

  it('adds one, however often it was begun', async () => {
    const { person, confirmation } = await withBackupCode();
    const begun = [await begin(person, confirmation), await begin(person, confirmation)];
    const codes = await Promise.all(begun.map(async (given) => (await add(person, given)).body.code));
    expect(codes.sort()).toEqual(['invalid_token', undefined]);
    expect(await factorsOf(person)).toEqual({ left: 9, passkeys: 1 });
  });

  it('adds none when it has confirmed something else meanwhile, or was replaced', async () => {
    const { person, confirmation } = await withBackupCode();
    const given = await begin(person, confirmation);
    const renewed = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(renewed.status).toBe(200);
    expect((await add(person, given)).body.code).toBe('invalid_token');
    expect(await factorsOf(person)).toEqual({ left: 10, passkeys: 0 });
  });
});
