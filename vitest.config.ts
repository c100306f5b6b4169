import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of the web application that open no page through the router. */
const webParts = ['src/{api,live,ui}/**/*.test.{ts,tsx}', 'src/features/trade/!(market)/**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    // On a machine of two cores one worker is the default, and the other core would wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // On the server no module keeps anything for itself, so the files of a worker may share what they import: reading it
    // anew for each file was most of the time.
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['apps/server/src/**/*.integration.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // A machine that is busy with other work is slow, not wrong: databases are created and servers started in these.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The two commands as a person runs them; they need the build.
        test: { name: 'commands', include: ['e2e/commands/**/*.test.ts'] },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: webParts,
          environment: 'jsdom',
        },
      },
      {
        // Each file has a page of its own here too, but workers go on: to load jsdom anew costs more than the tests.
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web-parts',
          root: 'apps/web',
          include: webParts,
          environment: 'jsdom',
          pool: 'vmThreads',
        },
      },
    ],
  },
});
