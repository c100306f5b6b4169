import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * A busy machine is slow, not wrong, and a host may give another guest nineteen twentieths of it for minutes: what ends a wait is what is awaited, and these only
 * end a test that hangs.
 */
const patience = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 300_000 } },
  setupFiles: [fileURLToPath(new URL('scripts/testing/patience.mjs', import.meta.url))],
};

const cores = availableParallelism();

/** Two thirds of the time such a test waits, for the database or for a process that starts, so there are more workers than cores. */
const waits = { maxWorkers: cores + 1, sequence: { groupOrder: 0 } };

/**
 * What only computes comes after it. Unit and web tests are two runs side by side (scripts/steps/test.mjs), each of half the workers: every worker reads and
 * compiles the same packages anew and makes them fast again.
 */
const computes = { maxWorkers: Math.ceil(cores / 2), sequence: { groupOrder: 1 } };

/** `npm run test:long` runs the files with `.long.` in their names and no others, `npm test` all others, and `npm run test:all` both. */
const commandTests = {
  long: { include: ['e2e/commands/**/*.long.test.ts'] },
  all: { include: ['e2e/commands/**/*.test.ts'] },
  usual: { include: ['e2e/commands/**/*.test.ts'], exclude: ['**/*.long.test.ts'] },
}[process.env.TEST_FILES ?? 'usual'];

/** Nothing on a database asks how much a hash costs; the unit tests of hashes and puzzles keep the real cost. */
const lightWorkFactors = {
  find: /^(?:\.\.?\/)+work-factors\.ts$/,
  replacement: fileURLToPath(
    new URL('apps/server/src/modules/identity/testing/light-work-factors.ts', import.meta.url),
  ),
};

export default defineConfig({
  test: {
    // On the server no module keeps anything for itself, so the files of a worker may share what they import: reading it
    // anew for each file was most of the time.
    projects: [
      {
        test: {
          ...patience,
          ...computes,
          name: 'unit',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/signer/src/**/*.test.ts',
            'apps/acquirer-sandbox/src/**/*.test.ts',
            'apps/kyc-sandbox/src/**/*.test.ts',
            'apps/{web,back-office}/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        resolve: { alias: [lightWorkFactors] },
        test: {
          ...patience,
          ...waits,
          // Each reads a thousand modules before its first test and makes them fast, so no more than cores: beside them runs what waits less.
          maxWorkers: cores,
          name: 'integration',
          isolate: false,
          include: [
            'apps/server/src/**/*.integration.test.ts',
            'packages/chains/src/**/*.integration.test.ts',
          ],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        // The commands as a person runs them; they need the build.
        test: {
          ...patience,
          ...waits,
          name: 'commands',
          isolate: false,
          ...commandTests,
        },
      },
      {
        // The files of a worker share a page and the packages, and have modules of their own: see shared-page.ts.
        extends: 'apps/web/vite.config.ts',
        test: {
          ...patience,
          ...computes,
          name: 'web',
          root: 'apps',
          isolate: false,
          pool: 'threads',
          include: ['{web,back-office}/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...patience.setupFiles, 'web/src/testing/set-up.ts', 'web/src/testing/shared-page.ts'],
        },
      },
    ],
  },
});
