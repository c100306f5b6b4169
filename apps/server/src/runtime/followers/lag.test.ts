import { expect, it } from 'vitest';
import { Lag } from './lag.ts';

it('is the age of the oldest batch that cannot be seen yet', () => {
  const lag = new Lag();
  expect(lag.seconds(5_000)).toBe(0);
  lag.committed(1, 1_000);
  lag.committed(2, 2_000);
  expect(lag.seconds(3_000)).toBe(2);
  lag.reached(1);
  expect(lag.seconds(3_000)).toBe(1);
  lag.reached(2);
  expect(lag.seconds(9_000)).toBe(0);
});

it('takes bounded memory however far behind the projections are', () => {
  const lag = new Lag();
  for (let batch = 1; batch <= 100_000; batch += 1) lag.committed(batch, batch * 1_000);
  expect(lag.seconds(100_001_000)).toBe(100_000);
  lag.reached(100_000);
  expect(lag.seconds(100_001_000)).toBe(0);
});
