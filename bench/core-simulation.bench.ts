import { simulate } from '../packages/core/src/testing/simulation.ts';
import type { BenchContext, BenchResult } from './frame.ts';

/**
 * The long form of the core's simulation: a million commands for each of three seeds, everything checked after every thousand. It fails when
 * anything is wrong; its figure is how many commands a second it lived through, checks and copies included, and its peer is the least
 * that lets three seeds finish in ten minutes. Other seeds: `npm run bench -- core-simulation 1000000 7 8 9`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [commands = 1_000_000, ...given] = args.map(Number);
  const seeds = given.length > 0 ? given : [1, 2, 3];
  const start = performance.now();
  const reports = seeds.map((seed) => {
    // Every third seed lives in deep books: other faults hide there than in thin ones.
    const deep = seed % 3 === 0;
    const report = simulate({ seed, commands, batch: deep ? 10_000 : 1_000, deep });
    console.log(JSON.stringify({ seed, deep, ...report }));
    return { seed, deep, hash: report.hash, trades: report.trades, mostOpenOrders: report.mostOpenOrders };
  });
  const seconds = (performance.now() - start) / 1_000;
  return {
    ours: Math.round((commands * seeds.length) / seconds),
    peer: 5_000,
    peerName: 'the least that finishes in ten minutes',
    unit: 'commands per second',
    commands,
    reports,
  };
}
