import { describe, expect, it } from 'vitest';
import { networksOf } from '#platform/http/address-key.ts';
import { HashingLine, knownAs, strangerFrom, type Waiter } from './hashing-line.ts';
import type { Rank } from './recent-failures.ts';

function open(waitingMax: { known: number; strangers: number }) {
  const line = new HashingLine({ waitingMax, onFull: () => new Error('full') });
  const done: string[] = [];
  const come = (waiter: Waiter, name = waiter.path.at(-1) ?? '') =>
    line
      .run(async () => void done.push(name), waiter)
      .then(
        () => 'served',
        () => 'refused',
      );
  return { line, done, come };
}

const stranger = (address: string) => strangerFrom(networksOf(address), { rank: 0, hasProof: true });
const failedBefore = (address: string, rank: Rank) =>
  strangerFrom(networksOf(address), { rank, hasProof: true });
const withoutProof = (address: string) => strangerFrom(networksOf(address), { rank: 0, hasProof: false });

describe('the line of hashing', () => {
  it('lets one at a time work, in order, and turns away whoever finds it full', async () => {
    const line = new HashingLine({
      waitingMax: { known: 0, strangers: 3 },
      onFull: () => new Error('full'),
    });
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
    const who = stranger('192.0.2.1');
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) => line.run(task(number), who)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(answers[3]).toMatchObject({ reason: new Error('full') });
    expect(done).toEqual([1, 2, 3]);
    await line.run(task(5), who);
    expect(done).toEqual([1, 2, 3, 5]);
  });

  it('lets a flood wait behind itself, and others in between', async () => {
    const { done, come } = open({ known: 0, strangers: 10 });
    const flood = Array.from({ length: 40 }, () => come(stranger('192.0.2.1')));
    const others = [come(stranger('192.0.2.2')), come(stranger('192.0.2.3'))];
    expect(await Promise.all(others)).toEqual(['served', 'served']);
    expect(done.slice(0, 4)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']);
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === 'served')).toHaveLength(8);
    expect(await come(stranger('192.0.2.1'))).toBe('served');
  });

  it('goes on after a task that fails before it begins', async () => {
    const { line, come } = open({ known: 0, strangers: 2 });
    const broken = line.run(() => {
      throw new Error('not even begun');
    }, stranger('192.0.2.1'));
    const next = come(stranger('192.0.2.1'));
    await expect(broken).rejects.toThrow('not even begun');
    expect(await next).toBe('served');
  });

  it('turns a stranger away when every stranger has one waiting', async () => {
    const { come } = open({ known: 0, strangers: 2 });
    const served = [come(stranger('192.0.2.1')), come(stranger('192.0.2.2'))];
    expect(await come(stranger('192.0.2.3'))).toBe('refused');
    expect(await Promise.all(served)).toEqual(['served', 'served']);
  });

  it('makes room for another stranger where one has several waiting', async () => {
    const { come } = open({ known: 0, strangers: 4 });
    const flood = Array.from({ length: 4 }, () => come(stranger('192.0.2.1')));
    expect(await come(stranger('192.0.2.2'))).toBe('served');
    expect(await Promise.all(flood)).toEqual(['served', 'served', 'served', 'refused']);
  });

  it('lets those who are known in, however many strangers wait', async () => {
    const { done, come } = open({ known: 9, strangers: 40 });
    const flood = Array.from({ length: 60 }, (_, index) => come(stranger(`192.0.2.${index}`), 'stranger'));
    const known = Array.from({ length: 9 }, (_, index) => come(knownAs(`user ${index}`), 'known'));
    expect(await Promise.all(known)).toEqual(Array.from({ length: 9 }, () => 'served'));
    // The first began before they came; then seven of eight turns are theirs.
    const seven = Array.from({ length: 7 }, () => 'known');
    expect(done.slice(0, 11)).toEqual(['stranger', ...seven, 'stranger', 'known', 'known']);
    expect((await Promise.all(flood)).filter((answer) => answer === 'served')).toHaveLength(40);
  });

  it('lets one account wait behind itself, and other accounts in between', async () => {
    const { come } = open({ known: 5, strangers: 0 });
    const flood = Array.from({ length: 20 }, () => come(knownAs('eve')));
    expect(await come(knownAs('ann'))).toBe('served');
    expect((await Promise.all(flood)).filter((answer) => answer === 'served')).toHaveLength(4);
  });

  it('counts the networks of one IPv6 customer as one stranger', async () => {
    const { done, come } = open({ known: 0, strangers: 10 });
    const customer = Array.from({ length: 40 }, (_, index) =>
      come(stranger(`2001:db8:1:${index.toString(16)}::1`), 'customer'),
    );
    const other = come(stranger('2001:db8:2::1'), 'other');
    expect(await other).toBe('served');
    expect(done.slice(0, 3)).toEqual(['customer', 'customer', 'other']);
    await Promise.all(customer);
  });

  it('lets strangers without recent failures go first, and leaves one turn of eight to the others', async () => {
    const { done, come } = open({ known: 0, strangers: 40 });
    const failing = Array.from({ length: 20 }, (_, index) =>
      come(failedBefore(`203.0.${index}.1`, 3), 'failing'),
    );
    const fresh = Array.from({ length: 9 }, (_, index) => come(stranger(`198.51.${index}.1`), 'fresh'));
    expect(await Promise.all(fresh)).toEqual(Array.from({ length: 9 }, () => 'served'));
    // The first began before they came.
    const seven = Array.from({ length: 7 }, () => 'fresh');
    expect(done.slice(0, 11)).toEqual(['failing', ...seven, 'failing', 'fresh', 'fresh']);
    await Promise.all(failing);
  });

  it('makes room for a stranger without failures where others failed, and none the other way round', async () => {
    const { come } = open({ known: 0, strangers: 3 });
    const failing = [1, 2, 3].map((place) => come(failedBefore(`203.0.${place}.1`, 1)));
    const fresh = [1, 2].map((place) => come(stranger(`198.51.${place}.1`)));
    const late = come(failedBefore('192.0.2.1', 3));
    expect(await Promise.all(fresh)).toEqual(['served', 'served']);
    expect(await Promise.all(failing)).toEqual(['served', 'refused', 'refused']);
    expect(await late).toBe('refused');
  });

  it('lets strangers with a proof go before all others, and drops those without one first', async () => {
    const { line, done, come } = open({ known: 0, strangers: 10 });
    const flood = Array.from({ length: 10 }, (_, index) => come(withoutProof(`203.0.${index}.1`), 'flood'));
    expect(line.strangersWaiting).toBe(9);
    const proven = [come(failedBefore('198.51.1.1', 3), 'failed'), come(stranger('198.51.2.1'), 'proven')];
    expect(await Promise.all(proven)).toEqual(['served', 'served']);
    expect(done.slice(0, 4)).toEqual(['flood', 'proven', 'failed', 'flood']);
    expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(2);
    expect(line.strangersWaiting).toBe(0);
  });

  it('lets the addresses of one IPv4 network take turns as one', async () => {
    const { done, come } = open({ known: 0, strangers: 40 });
    const flood = Array.from({ length: 20 }, (_, index) => come(stranger(`203.0.113.${index}`), 'flood'));
    expect(await come(stranger('198.51.100.7'), 'other')).toBe('served');
    expect(done.slice(0, 3)).toEqual(['flood', 'flood', 'other']);
    await Promise.all(flood);
  });
});
