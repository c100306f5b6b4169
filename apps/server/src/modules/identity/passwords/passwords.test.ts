import { describe, expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { HashingLine } from './hashing-line.ts';
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
  it('is Argon2id at the cost we chose, and knows its password', async () => {
    const hash = await hashPassword('Correct-Horse-9');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'Correct-Horse-9')).toBe(true);
    expect(await verifyPassword(hash, 'Correct-Horse-8')).toBe(false);
    expect(needsRehash(hash)).toBe(false);
    expect(needsRehash('$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA')).toBe(true);
  });

  it('is the same for every way of typing a letter', async () => {
    const hash = await hashPassword('Caf\u00e9-au-lait-9');
    expect(await verifyPassword(hash, 'Cafe\u0301-au-lait-9')).toBe(true);
  });

  it('is missed without a difference in work when nobody has the address', async () => {
    expect(await verifyPassword(undefined, 'Correct-Horse-9')).toBe(false);
  });
});

describe('the line of hashing', () => {
  it('lets one at a time work, in order, and turns away whoever finds it full', async () => {
    const line = new HashingLine({ waitingMax: 3, onFull: () => new Error('full') });
    const done: number[] = [];
    let running = 0;
    const task = (number: number) => async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      done.push(number);
      if (number === 1) throw new Error('one failed');
    };
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) => line.run(task(number))));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(answers[3]).toMatchObject({ reason: new Error('full') });
    expect(done).toEqual([1, 2, 3]);
    await line.run(task(5));
    expect(done).toEqual([1, 2, 3, 5]);
  });

  it('lets a flood stand behind itself, and others in between', async () => {
    const line = new HashingLine({ waitingMax: 10, onFull: () => new Error('full') });
    const done: string[] = [];
    const come = (who: string) =>
      line
        .run(async () => void done.push(who), who)
        .then(
          () => 'served',
          () => 'refused',
        );
    const flood = Array.from({ length: 40 }, () => come('flood'));
    const others = [come('one'), come('other')];
    expect(await Promise.all(others)).toEqual(['served', 'served']);
    expect(done.slice(0, 4)).toEqual(['flood', 'flood', 'one', 'other']);
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === 'served')).toHaveLength(8);
    expect(await come('flood')).toBe('served');
  });

  it('goes on after a task that fails before it begins', async () => {
    const line = new HashingLine({ waitingMax: 2, onFull: () => new Error('full') });
    const broken = line.run(() => {
      throw new Error('not even begun');
    });
    const next = line.run(async () => 'served');
    await expect(broken).rejects.toThrow('not even begun');
    expect(await next).toBe('served');
  });

  it('turns a newcomer away when everybody has one waiting', async () => {
    const line = new HashingLine({ waitingMax: 2, onFull: () => new Error('full') });
    const [first, second, third] = ['a', 'b', 'c'].map((who) => line.run(async () => who, who));
    await expect(third).rejects.toThrow('full');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});
