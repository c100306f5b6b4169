import { fail, succeed } from '@emporion/kernel';
import { expect, it } from 'vitest';
import { readRefusal } from '#api/refusal.ts';
import { isBusy, retryForMs, retryWhileBusy } from './retry-while-busy.ts';

const refused = (code: string, retryAfterSeconds?: number) =>
  fail(readRefusal(429, { code, detail: 'Later.' }, retryAfterSeconds));
const busy = refused('too_many_login_attempts', 1);

function setUp() {
  const aborter = new AbortController();
  const state = { now: 0, pauses: [] as number[], told: 0 };
  const clock = {
    now: () => state.now,
    random: () => 0.5,
    wait: async (ms: number) => {
      state.pauses.push(ms);
      state.now += ms;
    },
  };
  const onBusy = () => {
    state.told += 1;
  };
  return { aborter, state, clock, retrying: { onBusy, signal: aborter.signal } };
}

it('sends again, after what the server asks and a little more, until there is room', async () => {
  const { state, clock, retrying } = setUp();
  const answers = [busy, busy, succeed('in')];
  const answer = await retryWhileBusy(async () => answers.shift() ?? busy, retrying, clock);
  expect(answer).toEqual(succeed('in'));
  expect(state).toMatchObject({ pauses: [1_500, 1_500], told: 2 });
});

it('gives up after half a minute with what the server said last', async () => {
  const { state, clock, retrying } = setUp();
  expect(await retryWhileBusy(async () => busy, retrying, clock)).toBe(busy);
  expect(state.now).toBeLessThanOrEqual(retryForMs);
  expect(state.pauses).toHaveLength(20);
});

it.each([
  ['a block after failures', refused('too_many_login_attempts', 60)],
  ['a refusal that names no pause', refused('too_many_login_attempts')],
  ['a wrong password', refused('invalid_credentials', 1)],
])('does not repeat %s', async (_, answer) => {
  const { state, clock, retrying } = setUp();
  expect(await retryWhileBusy(async () => answer, retrying, clock)).toBe(answer);
  expect(state.told).toBe(0);
  expect(isBusy(answer.failure)).toBe(false);
});

it('sends nothing more once the page is left', async () => {
  const { aborter, state, clock, retrying } = setUp();
  let sent = 0;
  const send = async () => {
    sent += 1;
    return busy;
  };
  const wait = async (ms: number) => {
    await clock.wait(ms);
    aborter.abort();
  };
  await retryWhileBusy(send, retrying, { ...clock, wait });
  expect([sent, state.told]).toEqual([1, 1]);
});
