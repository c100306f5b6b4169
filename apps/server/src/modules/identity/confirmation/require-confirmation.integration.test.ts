import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { extent } from '#testing/extent.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import type { Person } from '../testing/person.ts';
import { enrolTotp, mailedCode } from '../testing/prove.ts';
import { requireConfirmation } from './require-confirmation.ts';

// A thousand guesses take seconds, and more on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 240_000 });

let world: PeopleApp;

beforeAll(async () => {
  world = await createPeopleApp();
});

afterAll(() => world.close());

const origin = { address: '203.0.113.7', place: null, device: 'Firefox on Linux' };

/** A sensitive action whose work can be counted. */
async function withdraw(person: Person, confirmation: unknown): Promise<string> {
  try {
    const given = {
      userId: person.id,
      action: 'security',
      confirmation: confirmation as never,
      origin,
    } as const;
    return await requireConfirmation(world.platform, given, async () => 'done');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a sensitive action', () => {
  it('asks for a code by mail when no factor is on', async () => {
    const person = await world.person();
    expect(await withdraw(person, undefined)).toBe('two_factor_required');
    const { body } = await person.call('GET', 'security/confirmation');
    expect(body).toMatchObject({ methods: ['email'] });
    expect(await withdraw(person, await mailedCode(world, person, 'security'))).toBe('done');
  });

  it('takes a mailed code once', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'security');
    expect(await withdraw(person, confirmation)).toBe('done');
    expect(await withdraw(person, confirmation)).toBe('two_factor_used');
  });

  it('is done once when the same code comes ten times at once', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'security');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => withdraw(person, confirmation)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toEqual(['done']);
  });

  it('gets no mail about a recipient whom there is not, and one about whom there is', async () => {
    const person = await world.person();
    const send = async (action: string, to: string) => {
      const about = { currency: 'USDT', amount: '5', to };
      const asked = { action, method: 'email', about };
      return (await person.call('POST', 'security/confirmation/send-code', asked)).status;
    };
    const told = async () => (await world.messagesTo(person.email)).map(({ text }) => text).join();
    expect(await send('transfer', 'Call +1 555 0100')).toBe(404);
    world.app.accountHooks.setRecipientFinder(async ({ recipient }) => {
      if (recipient !== 'coffeebar') throw new Problem('account_not_found');
      return person.id;
    });
    expect(await send('transfer', 'Call +1 555 0100')).toBe(404);
    expect(await send('p2p_code', 'Call +1 555 0100')).toBe(422);
    expect(await told()).not.toContain('555');
    expect(await send('transfer', 'coffeebar')).toBe(200);
    expect(await told()).toContain('coffeebar');
  });

  it('refuses a code that was sent for another action', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'password');
    expect(await withdraw(person, confirmation)).toBe('two_factor_invalid');
  });

  it("refuses another person's code", async () => {
    const person = await world.person();
    const stranger = await world.person();
    await mailedCode(world, person, 'security');
    const theirs = await mailedCode(world, stranger, 'security');
    expect(await withdraw(person, theirs)).toBe('two_factor_invalid');
  });

  it('refuses a mailed code after five minutes', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'security');
    world.advance(300);
    expect(await withdraw(person, confirmation)).toBe('two_factor_expired');
  });

  it('takes no mailed code once a stronger factor is on', async () => {
    const person = await world.person();
    const early = await mailedCode(world, person, 'security');
    await enrolTotp(world, person);
    expect(await withdraw(person, early)).toBe('two_factor_invalid');
    const path = 'security/confirmation/send-code';
    const sent = await person.call('POST', path, { action: 'security', method: 'email' });
    expect(sent.body.code).toBe('value_not_allowed');
  });

  it('gives the code back when its work fails', async () => {
    const person = await world.person();
    const confirmation = await mailedCode(world, person, 'security');
    const given = { userId: person.id, action: 'security', confirmation, origin } as const;
    const failing = requireConfirmation(world.platform, given, async () => {
      throw new Error('no funds');
    });
    await expect(failing).rejects.toThrow('no funds');
    expect(await withdraw(person, confirmation)).toBe('done');
  });
});

describe('guessing', () => {
  it('does not get in with many wrong codes and is not even compared after the fifth', async () => {
    const guesses = extent({ usual: 50, all: 1_000 });
    const person = await world.person();
    const { code } = await mailedCode(world, person, 'security');
    const outcomes: string[] = [];
    for (let guess = 0; guess < guesses; guess += 1) {
      const wrong = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0');
      outcomes.push(await withdraw(person, { method: 'email', code: wrong }));
    }
    expect(outcomes.filter((outcome) => outcome === 'two_factor_invalid')).toHaveLength(5);
    const refused = outcomes.filter((outcome) => outcome === 'two_factor_attempts_exceeded');
    expect(refused).toHaveLength(guesses - 5);
    expect(await withdraw(person, { method: 'email', code })).toBe('two_factor_attempts_exceeded');
    const refusals = (await world.events(person.id)).filter((event) => event === 'confirmation_refused');
    expect(refusals).toHaveLength(5);
  });

  it('is counted when all guesses come at once', async () => {
    const person = await world.person();
    const { code } = await mailedCode(world, person, 'security');
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, guess) =>
        withdraw(person, {
          method: 'email',
          code: String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0'),
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'two_factor_invalid')).toHaveLength(5);
  });

  it('meets blocks that double, and a new code lifts none of them', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    const wrong = { method: 'totp', code: '000000' };
    for (let guess = 0; guess < 5; guess += 1) await withdraw(person, wrong);
    const right = () => ({ method: 'totp', code: person.totpCode(secret) });
    world.advance(59);
    expect(await withdraw(person, right())).toBe('two_factor_attempts_exceeded');
    world.advance(2);
    expect(await withdraw(person, wrong)).toBe('two_factor_invalid');
    world.advance(118);
    expect(await withdraw(person, right())).toBe('two_factor_attempts_exceeded');
    world.advance(3);
    expect(await withdraw(person, right())).toBe('done');
  });

  it('at the codes of an app is counted over all actions', async () => {
    const person = await world.person();
    const { secret } = await enrolTotp(world, person);
    for (let guess = 0; guess < 5; guess += 1) await withdraw(person, { method: 'totp', code: '000000' });
    world.advance(30);
    const confirmation = { method: 'totp', code: person.totpCode(secret) };
    const other = await person.call('POST', 'security/backup-codes', { confirmation });
    expect(other).toMatchObject({ status: 429, body: { code: 'two_factor_attempts_exceeded' } });
  });

  it('at a mailed code leaves other actions free', async () => {
    const person = await world.person();
    for (let guess = 0; guess < 6; guess += 1) await withdraw(person, { method: 'email', code: '000000' });
    const confirmation = await mailedCode(world, person, 'phone');
    const changed = { phone: '+34600000001', confirmation };
    expect((await person.call('POST', 'settings/phone', changed)).status).toBe(200);
  });
});
