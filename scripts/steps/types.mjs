import { availableParallelism } from 'node:os';
import { runPackaged } from './run.mjs';

/** The largest first, so that none of them is left alone at the end. */
const projects = [
  'apps/web',
  'apps/server',
  'bench',
  'apps/back-office',
  'packages/contracts',
  'packages/i18n',
  'e2e',
  'packages/chains',
  'apps/signer',
  'apps/acquirer-sandbox',
  'apps/kyc-sandbox',
  'packages/core',
  'packages/kernel',
];

/**
 * Checks the types of every project; tells and returns each with the compiler's words. As many projects at once as there are cores, each by
 * one thread: several threads of one project ask each other's questions again, which takes twice the work, measured.
 */
export async function checkTypes(tell) {
  const waiting = [...projects];
  const results = [];
  const worker = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const args = ['--noEmit', '--singleThreaded', '-p', project];
      const { status, output } = await runPackaged('typescript/bin/tsc', args);
      const result = { project, passed: status === 0, output };
      tell(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
