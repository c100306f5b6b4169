import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { extent } from './extent.ts';
import { browserFlags } from './support/browser-flags.ts';

/** The Chromium that draws the pages; without its windows where there is such a one. */
const executablePath = process.env.HEADLESS_SHELL ?? process.env.CHROMIUM;

const port = Number(process.env.E2E_PORT ?? 18_080);

const dataFolder = join(import.meta.dirname, '..', '.cache', 'e2e-data');
// What a run left would be in the way of the next one. Workers read this file too, when the server runs already.
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(dataFolder, { recursive: true, force: true });

const files = process.env.TEST_FILES ?? 'usual';

export default defineConfig({
  testDir: '.',
  // See scripts/steps/test.mjs.
  testMatch: files === 'long' ? '**/*.long.spec.ts' : '**/*.spec.ts',
  testIgnore: files === 'usual' ? '**/*.long.spec.ts' : [],
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // As many as cores: each has a browser of its own to start and to make fast, and other tests run beside them. Beyond some the one server would be the bottleneck.
  workers: Math.min(availableParallelism(), 6),
  timeout: 1_800_000,
  // A host may give another guest nineteen twentieths of the machine for minutes; what is awaited ends a wait, and this one that hangs.
  expect: { timeout: 300_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      // One process draws all pages of a browser. Otherwise each test, which begins on an empty page, has a new one that knows none of the scripts yet: half a
      // second of a core, measured.
      args: [...browserFlags, '--disable-site-isolation-trials', '--renderer-process-limit=1'],
      ...(executablePath && { executablePath }),
    },
    locale: 'en-US',
    // Somebody who has seen the tours: a hint would lie over what a test presses. Cookies hold for every port.
    storageState: {
      cookies: [
        {
          name: 'tours',
          value: 'trade.wallet',
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [],
    },
    // What goes through a worker no test could answer in the server's place. Whoever tests the worker allows it.
    serviceWorkers: 'block',
    // A test gets the page of the one before it, emptied of all that a site can keep: a new window and a cold cache take as long as the page itself.
    reuseContext: true,
    // To draw what moves takes as long as to draw all that stands still.
    contextOptions: { reducedMotion: extent({ usual: 'reduce', all: 'no-preference' }) },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataFolder,
      RATE_LIMIT_PER_MINUTE: '1000000',
      // What a test places is taken by another test or by nobody.
      DEMO_MARKET: 'false',
    },
    timeout: 900_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 300_000 },
  },
});
