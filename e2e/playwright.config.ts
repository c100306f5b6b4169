import { defineConfig } from '@playwright/test';

/** The flags of a browser that asks nobody for anything; without a sandbox, for that needs a user other than root. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const port = Number(process.env.E2E_PORT ?? 18_080);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { args: flags, ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}) },
    trace: 'retain-on-failure',
    locale: 'en-US',
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: '.cache/e2e-data', RATE_LIMIT_PER_MINUTE: '1000000' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
