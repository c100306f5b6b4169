import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { install } from './install.mjs';
import { command } from './progress.mjs';
import { root } from './root.mjs';
import { runPackaged } from './run.mjs';
import { checkTypes } from './types.mjs';

// `npm test`: everything, in the order in which a failure is cheapest to find; every part runs whatever the others said.
await command(async () => {
  await install();
  await ensureBuilt();
  mkdirSync(join(root, '.cache'), { recursive: true });
  const results = [await lint(), await types(), await suites(), await browserSuites()];
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  if (total('failed') > 0) process.exitCode = 1;
});

async function lint() {
  heading('lint');
  const { status } = await runPackaged('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.'], {
    show: true,
  });
  return verdict(status === 0);
}

async function types() {
  heading('types');
  const results = await checkTypes();
  for (const { project, passed, output } of results)
    console.log(passed ? `ok ${project}` : `failed ${project}\n${output}`);
  return {
    passed: results.filter((result) => result.passed).length,
    failed: results.filter((result) => !result.passed).length,
  };
}

async function suites() {
  heading('unit and integration tests');
  const report = freshReport('vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = await runPackaged('vitest/vitest.mjs', args, { show: true });
  const counts = readReport(report, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }));
  return honest(counts, status);
}

async function browserSuites() {
  heading('browser tests');
  const report = freshReport('playwright.json');
  const env = { ...process.env, CHROMIUM: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const { status } = await runPackaged('@playwright/test/cli.js', args, { env, show: true });
  const counts = readReport(report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
  return honest(counts, status);
}

function heading(text) {
  console.log(`\n── ${text}`);
}

function verdict(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

/** A runner that failed without a failed test (a crash, a broken set-up) still counts as one. */
function honest(counts, status) {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function freshReport(name) {
  const path = join(root, '.cache', name);
  rmSync(path, { force: true });
  return path;
}

function readReport(path, count) {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
