import { runPackaged } from './run.mjs';

const projects = [
  'packages/kernel',
  'packages/core',
  'packages/contracts',
  'packages/i18n',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
];

/** Checks the types of every project; returns those that fail, with the compiler's words. */
export async function checkTypes() {
  const results = [];
  for (const project of projects) {
    const { status, output } = await runPackaged('typescript/bin/tsc', ['--noEmit', '-p', project]);
    results.push({ project, passed: status === 0, output });
  }
  return results;
}
