import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.ts';

/** The core knows nothing of Node, so its tests have no types of it either. */
const { process } = globalThis as unknown as { process: { env: Record<string, string | undefined> } };
const runsAll = process.env.TEST_ALL === '1';

describe('a simulation', () => {
  // `npm run test:all` has another seed and more commands, and npm run bench -- core-simulation a million for each of several.
  it.each(runsAll ? [1, 2] : [1])('keeps every invariant and every copy equal, seed %i', (seed) => {
    const commands = runsAll ? 20_000 : 8_000;
    const report = simulate({ seed, commands, batch: 500 });
    expect(report.trades).toBeGreaterThan(1_000);
    expect(report.repeated).toBeGreaterThan(commands / 200);
  });

  it('keeps them in books of thousands of orders', () => {
    const report = simulate({ seed: 3, commands: 20_000, batch: 1_000, deep: true });
    expect(report.mostOpenOrders).toBeGreaterThan(1_000);
    expect(report.trades).toBeGreaterThan(1_000);
  });

  it('keeps every invariant after each single command', () => {
    simulate({ seed: 5, commands: 150, batch: 1 });
  });

  it('is the same again for the same seed', () => {
    const options = { seed: 7, commands: 2_000, batch: 1_000 };
    expect(simulate(options)).toEqual(simulate(options));
  });
});
