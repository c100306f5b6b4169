import { expect, it } from 'vitest';
import { LiveSessions } from './live-sessions.ts';

const session = {
  userId: 'ann',
  staff: false,
  capabilities: new Set<never>(),
  frozen: false,
  missesFactor: false,
  expiresAt: new Date('2100-01-01'),
} as const;
const own = { sessionId: 'one', userId: 'ann' };

function countedRead() {
  let count = 0;
  const answers: (() => void)[] = [];
  const read = () => {
    count += 1;
    return new Promise<typeof session>((done) => answers.push(() => done(session)));
  };
  return {
    read,
    get count() {
      return count;
    },
    answer: () => {
      for (const one of answers.splice(0)) one();
    },
  };
}

it('asks once for all who ask together, and again for who asks later', async () => {
  const live = new LiveSessions();
  const database = countedRead();
  const together = [live.ask(own, database.read), live.ask(own, database.read)];
  database.answer();
  expect(await Promise.all(together)).toEqual([session, session]);
  expect(database.count).toBe(1);
  const later = live.ask(own, database.read);
  database.answer();
  await later;
  expect(database.count).toBe(2);
});

it('shares no answer that was asked for before an ending, nor any while it may be under way', async () => {
  const live = new LiveSessions();
  const database = countedRead();
  const asked = [live.ask(own, database.read)];
  live.distrust('ann');
  asked.push(live.ask(own, database.read), live.ask(own, database.read));
  expect(database.count).toBe(3);
  database.answer();
  await Promise.all(asked);
});

it('believes for a while that a session is over, until something changes', () => {
  const live = new LiveSessions();
  live.rememberOver('one');
  expect([live.isOver('one'), live.isOver('other')]).toEqual([true, false]);
  live.distrust('ann');
  expect(live.isOver('one')).toBe(false);
});

it('does not remember a question that failed', async () => {
  const live = new LiveSessions();
  await expect(live.ask(own, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await live.ask(own, async () => session)).toEqual(session);
});
