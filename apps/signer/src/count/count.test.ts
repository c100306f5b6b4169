import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payee, payout, SignerBench } from '#testing/signer-bench.ts';
import { dayMs } from './count.ts';

let bench: SignerBench;
beforeEach(() => {
  bench = new SignerBench();
});
afterEach(() => bench.remove());

const all = (id: string) => payout(id, { payments: [{ to: payee, coin: 'ETH', amount: 100n }] });
const years = 365 * dayMs;

describe('the clock on the wall', () => {
  it('frees nothing while the signer runs, whatever it is set to', () => {
    expect(bench.outcome(all('a'))).toBe('signed');
    for (const offset of [2 * dayMs, -2 * dayMs, 10 * years, -10 * years]) {
      bench.clock.offsetMs = offset;
      expect(bench.outcome(all('b'))).toBe('day_spent');
    }
  });

  it('frees nothing when it is set back over a restart', () => {
    expect(bench.outcome(all('a'))).toBe('signed');
    bench.clock.offsetMs = -10 * years;
    bench.restart();
    expect(bench.outcome(all('b'))).toBe('day_spent');
    bench.clock.realMs += dayMs + 1;
    expect(bench.outcome(all('b'))).toBe('signed');
    // What was signed under the wrong clock is not old when the clock is right again.
    bench.clock.offsetMs = 0;
    bench.restart();
    expect(bench.outcome(all('c'))).toBe('day_spent');
  });

  it('frees the day in the end, although an entry came from the future', () => {
    bench.clock.offsetMs = 5 * years;
    expect(bench.outcome(all('a'))).toBe('signed');
    bench.clock.offsetMs = 0;
    bench.restart();
    expect(bench.outcome(all('b'))).toBe('day_spent');
    bench.clock.realMs += dayMs + 1;
    expect(bench.outcome(all('b'))).toBe('signed');
    bench.clock.realMs += dayMs + 1;
    expect(bench.outcome(all('c'))).toBe('signed');
    // It carries no time, for the clock was still behind the one from the future: it is new to whoever starts.
    bench.restart();
    expect(bench.outcome(all('d'))).toBe('day_spent');
    bench.clock.realMs += dayMs + 1;
    expect(bench.outcome(all('d'))).toBe('signed');
    // From now on nothing is left of the future, and a restart costs no day.
    bench.clock.realMs += dayMs + 1;
    bench.restart();
    expect(bench.outcome(all('e'))).toBe('signed');
  });
});

describe('the last request', () => {
  it('is told to whoever asks who the signer is, over a restart, and a refused one is not it', () => {
    expect(bench.signer.identity.last).toBeUndefined();
    expect(bench.outcome(all('a'))).toBe('signed');
    expect(bench.outcome(all('b'))).toBe('day_spent');
    expect(bench.signer.identity.last).toBe('a');
    bench.restart();
    expect(bench.signer.identity.last).toBe('a');
  });
});

describe('an id', () => {
  it('is remembered for ever, by a few bytes, when its entry is no longer needed, and signed no more', () => {
    const first = bench.sign(all('a'));
    bench.clock.realMs += 13 * dayMs;
    bench.restart();
    expect(bench.sign(all('a'))).toEqual(first);
    bench.clock.realMs += 2 * dayMs;
    bench.restart();
    expect(readFileSync(join(bench.folder, 'count.log'), 'utf8').split('\n')).toHaveLength(2);
    for (const later of [0, 10 * years]) {
      bench.clock.realMs += later;
      bench.restart();
      expect(bench.outcome(payout('a', { nonce: 5 }))).toBe('id_reused');
      // What is left of its words is too little to know them by.
      expect(bench.outcome(all('a'))).toBe('id_reused');
    }
    expect(bench.outcome(all('b'))).toBe('signed');
  });

  it('is forgotten by no process that runs on for weeks', () => {
    for (let day = 0; day < 20; day += 1) {
      expect(bench.outcome(all(`day${day}`))).toBe('signed');
      bench.clock.realMs += dayMs + 1;
    }
    expect(readFileSync(join(bench.folder, 'count.log'), 'utf8').split('\n').length).toBeLessThan(18);
    for (let day = 0; day < 20; day += 1)
      expect(bench.outcome(payout(`day${day}`, { nonce: 5 }))).toBe('id_reused');
    bench.restart();
    for (let day = 0; day < 20; day += 1)
      expect(bench.outcome(payout(`day${day}`, { nonce: 5 }))).toBe('id_reused');
  });
});
