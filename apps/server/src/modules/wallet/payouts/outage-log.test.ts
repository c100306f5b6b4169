import { expect, it } from 'vitest';
import { OutageLog } from './outage-log.ts';

it('has a line for the begin of an outage, rarely one between, and one for the end', () => {
  const log = new OutageLog();
  const everyEightSeconds = Array.from({ length: 150 }, (_, turn) => turn * 8_000);
  const told = everyEightSeconds.filter((now) => log.fails('ethereum', now));
  expect(told).toEqual([0, 600_000]);
  expect(log.fails('tron', 700_000)).toBe(true);
  expect(log.ends('ethereum', 1_200_000)).toBe(1_200);
  expect(log.ends('ethereum', 1_201_000)).toBeUndefined();
  expect(log.fails('ethereum', 1_202_000)).toBe(true);
});
