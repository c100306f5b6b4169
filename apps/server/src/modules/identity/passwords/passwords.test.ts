import { describe, expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { knownAs } from './hashing-line.ts';
import { hashPassword, needsRehash, refuseWeakPassword, verifyPassword } from './passwords.ts';

function refusalOf(password: string, owner = {}): string | undefined {
  try {
    refuseWeakPassword(password, owner);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('a password that is chosen', () => {
  it.each([
    ['Password1', 'password_breach'],
    ['Qwerty123', 'password_breach'],
    ['P4ssw0rd!!', 'weak_password'],
    ['Michael-1985', 'weak_password'],
    ['Aa1Aa1Aa1Aa1', 'weak_password'],
    ['Correct-Horse-9', undefined],
    ['Лодка-у-Причала-7', undefined],
  ])('%s is answered with %s', (password, code) => {
    expect(refusalOf(password)).toBe(code);
  });

  it('holds neither the name nor the address of its owner', () => {
    const owner = { email: 'harbourmaster@example.org', names: ['Theodora', 'Li'] };
    expect(refusalOf('x-HarbourMaster-9', owner)).toBe('weak_password');
    expect(refusalOf('Theodora-rows-9', owner)).toBe('weak_password');
    expect(refusalOf('Linden-Alley-9', owner)).toBeUndefined();
  });
});

describe('a hash', () => {
  const owner = knownAs('owner');

  it('is Argon2id at the cost we chose, and knows its password', async () => {
    const hash = await hashPassword('Correct-Horse-9', owner);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'Correct-Horse-9', owner)).toBe(true);
    expect(await verifyPassword(hash, 'Correct-Horse-8', owner)).toBe(false);
    expect(needsRehash(hash)).toBe(false);
    expect(needsRehash('$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA')).toBe(true);
  });

  it('is the same for every way of typing a letter', async () => {
    const hash = await hashPassword('Caf\u00e9-au-lait-9', owner);
    expect(await verifyPassword(hash, 'Cafe\u0301-au-lait-9', owner)).toBe(true);
  });

  it('is missed without a difference in work when nobody has the address', async () => {
    expect(await verifyPassword(undefined, 'Correct-Horse-9', owner)).toBe(false);
  });
});
