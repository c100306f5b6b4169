import pg from 'pg';
import { expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { PublicReads, publicWaitingMax } from './public-reads.ts';

const connections = 4;
const placesMax = connections + publicWaitingMax;

/** A pool that nothing connects with: the readings of these tests end when the test says so. */
const openReads = () => new PublicReads(new pg.Pool({ max: connections }));

function fill(reads: PublicReads) {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const readings = Array.from({ length: placesMax }, () =>
    reads.read(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))),
  );
  return { ends, readings };
}

const refusal = expect.objectContaining({ code: 'service_unavailable', retryAfterSeconds: 1 });

it('refuses a reading when the connections and the queue are full, and starts no work for it', async () => {
  const reads = openReads();
  fill(reads);
  let isStarted = false;
  const refused = reads.read(async () => {
    isStarted = true;
  });
  await expect(refused).rejects.toBeInstanceOf(Problem);
  await expect(refused).rejects.toEqual(refusal);
  expect(isStarted).toBe(false);
});

it('accepts a reading for each one that ended, whether it succeeded or failed', async () => {
  const reads = openReads();
  const { ends, readings } = fill(reads);
  ends[0]?.resolve();
  ends[1]?.reject(new Error('The connection broke.'));
  await readings[0];
  await expect(readings[1]).rejects.toThrow('The connection broke.');
  const never = () => new Promise<never>(() => {});
  void reads.read(never);
  void reads.read(never);
  await expect(reads.read(never)).rejects.toEqual(refusal);
});

it('answers a reading that ran into the time limit of statements like a full queue', async () => {
  const timedOut = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error');
  timedOut.code = '57014';
  await expect(openReads().read(() => Promise.reject(timedOut))).rejects.toEqual(refusal);
});
