import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Phases } from '../testing/phases.mjs';
import {
  failed,
  freshReport,
  readPlaywrightReport,
  readVitestReport,
  skipped,
  slowest,
} from '../testing/reports.mjs';
import { makeScratchFolder } from '../testing/scratch.mjs';
import { ensureBrowser, ensureHeadlessShell } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { installEverything, installTool } from './install.mjs';
import { ensureLitecoind } from './litecoind.mjs';
import { bringNodeRuntime, pinnedRuntime } from './node-runtime.mjs';
import { command, StepError } from './progress.mjs';
import { root } from './root.mjs';
import { runPackaged } from './run.mjs';
import { checkTypes } from './types.mjs';

const extents = { usual: usually, quick: quickly, long: lengthily, all: completely };

/**
 * `npm test` runs all tests but the long ones, side by side. `npm run test:long` runs the long ones: the files with `.long.` in their names.
 * `npm run test:quick` leaves out tests that need a database, a build or a browser. `npm run test:all` runs every test in full extent (see
 * apps/server/src/testing/extent.ts).
 */
await command(async () => {
  const extent = extents[process.argv[2] ?? 'usual'];
  if (!extent) throw new StepError(`Say one of ${Object.keys(extents).join(', ')}, or nothing.`);
  const phases = new Phases();
  const results = await runEverything(extent, phases).finally(() => phases.end());
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${slowest(results).join('\n')}`);
  const left = skipped(results);
  if (left.lines.length > 0) console.log(`\n${left.lines.join('\n')}`);
  const broken = failed(results);
  if (broken.length > 0) console.log(`\n${broken.join('\n')}`);
  const alsoSkipped = left.count > 0 ? `, ${left.count} skipped` : '';
  const processorSeconds = results.reduce((sum, result) => sum + (result.processorSeconds ?? 0), 0);
  console.log(`\n${processorSeconds.toFixed(0)} s of a core`);
  console.log(`${total('passed')} passed, ${total('failed')} failed${alsoSkipped}`);
  if (total('failed') > 0) process.exitCode = 1;
});

/** What comes over the network comes at once: each of them leaves a core free most of the time. */
async function runEverything(extent, phases) {
  const tools = extent === quickly ? undefined : bringTools(phases);
  await installEverything();
  mkdirSync(join(root, '.cache'), { recursive: true });
  return extent(phases, tools);
}

/** What only the tests of chains and of pages need. */
function bringTools(phases) {
  const nodes = installTool('nodes');
  // Whoever awaits them tells why there are none.
  nodes.catch(() => undefined);
  const browser = phases.run('Chromium', findBrowser);
  // One after the other: a package manager works for one at a time.
  const litecoind = browser.then(() => phases.run('litecoind', findLitecoind));
  const runtime = pinnedRuntime() && bringNodeRuntime();
  runtime?.catch(() => undefined);
  return { nodes, browser, litecoind, runtime };
}

async function usually(phases, tools) {
  useScratchFolder();
  const computed = compute(phases);
  const built = await phases.run('build', build);
  const waited = await inLanes(2, waitingTests(phases, built, tools));
  return [await tools.browser, built, ...(await computed), ...waited];
}

/**
 * The files with `.long.` in their names, which `npm test` leaves out (see vitest.config.ts and e2e/playwright.config.ts), and
 * the server's tests on the recommended Node.
 */
async function lengthily(phases, tools) {
  process.env.TEST_FILES = 'long';
  useScratchFolder();
  const built = await phases.run('build', build);
  const [, ...long] = waitingTests(phases, built, tools);
  const tests = [...long, ...testsOnRecommendedNode(phases, built, tools)];
  return [await tools.browser, built, ...(await inLanes(2, tests))];
}

/** Tests that mostly wait for a database, a server or a page, the longest first. */
function waitingTests(phases, built, { nodes, browser, litecoind }) {
  // So two runners run at once, each with as many workers as there are cores, or one more. With a third, all take longer than one after the other.
  return [
    () =>
      phases.run('integration tests', async (hear) => {
        await Promise.all([nodes, litecoind]);
        return suites(hear, 'integration');
      }),
    () =>
      phases.run('browser tests', async (hear) => {
        requireBuilt(built);
        // One of the long ones is an exchange in production, with nodes of real chains.
        await Promise.all([nodes, litecoind]);
        return browserSuites(hear, await browser);
      }),
    () =>
      phases.run('command tests', (hear) => {
        requireBuilt(built);
        return suites(hear, 'commands');
      }),
  ];
}

/**
 * Tests on the Node that a release packs, where this process runs on another one: the unit tests, and with `TEST_ALL` those on
 * a database and of commands too.
 */
function testsOnRecommendedNode(phases, built, { nodes, litecoind, runtime }) {
  const { version } = pinnedRuntime() ?? {};
  const major = (text) => text.split('.')[0];
  if (version === undefined || major(version) === major(process.versions.node)) return [];
  const projects = process.env.TEST_ALL === '1' ? ['integration', 'commands', 'unit'] : ['unit'];
  return projects.map((project) => () => {
    const name = { integration: 'integration', commands: 'command', unit: 'unit' }[project];
    return phases.run(`${name} tests on Node ${major(version)}`, async (hear) => {
      if (project === 'commands') requireBuilt(built);
      const [{ program }] = await Promise.all([runtime, nodes, litecoind]);
      // Programs that a test starts by name get this Node too.
      const PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH, TEST_FILES: 'usual' };
      return suites(hear, project, { node: program, env, report: `${project}-on-node-${major(version)}` });
    });
  });
}

/** What needs nothing but the sources and never waits. It yields to all that waits, so it fills their pauses, from the beginning of the run to its end. */
async function compute(phases) {
  return [
    await phases.run('lint', lint),
    await phases.run('types', types),
    ...(await Promise.all([
      pureTests(phases, 'unit', { yields: true }),
      pureTests(phases, 'web', { yields: true }),
    ])),
  ];
}

/** Runs the jobs in order, so many at a time: whichever lane is free takes the next, and the longest come first. */
async function inLanes(count, jobs) {
  const results = new Array(jobs.length);
  const waiting = jobs.entries();
  const lane = async () => {
    for (const [index, job] of waiting) results[index] = await job();
  };
  await Promise.all(Array.from({ length: count }, lane));
  return results;
}

/** Every runner and whatever it starts takes it for the place of temporary files. */
function useScratchFolder() {
  const folder = makeScratchFolder();
  if (folder !== undefined) {
    process.env.TMPDIR = folder;
    // See e2e/product.ts.
    process.env.USED_DATA = join(folder, 'used-data');
  }
  // A signal ends a process without its last words, which remove the folder.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
}

/** All else gives way to the tests of pages, which take the longest. */
function quickly(phases) {
  return Promise.all([
    phases.run('lint', lint),
    phases.run('types', types),
    pureTests(phases, 'unit', { yields: true }),
    pureTests(phases, 'web'),
  ]);
}

/** Either by half of the cores. In one run they would take turns on all of them, and twice as many workers would read and compile the same packages. */
function pureTests(phases, project, options) {
  return phases.run(`${project} tests`, (hear) => suites(hear, project, options));
}

function completely(phases, tools) {
  process.env.TEST_ALL = '1';
  process.env.TEST_FILES = 'all';
  return usually(phases, tools);
}

async function findBrowser(hear) {
  const path = await ensureBrowser();
  const shell = await ensureHeadlessShell();
  hear([path, shell].filter(Boolean).join('\n'));
  return { passed: 0, failed: 0, path, shell };
}

async function findLitecoind(hear) {
  const { path, reason } = await ensureLitecoind();
  hear(
    path ?? `There is none, and ${reason}: its tests are skipped. Install it, or set LITECOIND to its path.`,
  );
  return { passed: 0, failed: 0 };
}

async function build(hear) {
  const processorSeconds = await ensureBuilt({ hear });
  return { passed: 0, failed: 0, processorSeconds };
}

async function lint(hear) {
  const args = ['ci', '--error-on-warnings', '.'];
  const { status, processorSeconds } = await runPackaged('@biomejs/biome/bin/biome', args, {
    hear,
    yields: true,
  });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, processorSeconds };
}

async function types(hear) {
  const results = await checkTypes(({ project, passed, output }) =>
    hear(passed ? `ok ${project}\n` : `failed ${project}\n${output}\n`),
  );
  return {
    passed: results.filter((result) => result.passed).length,
    failed: results.filter((result) => !result.passed).length,
    processorSeconds: results.reduce((sum, result) => sum + result.processorSeconds, 0),
  };
}

async function suites(hear, project, { report: name = project, ...options } = {}) {
  const report = freshReport(`${name}.json`);
  const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json'];
  const { status, processorSeconds } = await runPackaged(
    'vitest/vitest.mjs',
    [...args, `--outputFile.json=${report}`],
    { hear, ...options },
  );
  return { ...readVitestReport(report, status), processorSeconds };
}

function requireBuilt({ failed }) {
  if (failed > 0) throw new StepError('Not run: they need the build.');
}

async function browserSuites(hear, browser) {
  if (browser.path === undefined) throw new StepError('Not run: they need a Chromium.');
  const report = freshReport('playwright.json');
  const env = { ...process.env, CHROMIUM: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  // The tests as JavaScript. Among the temporary files, which go with the run, they would be made anew each time.
  env.PLAYWRIGHT_TRANSFORM_CACHE_DIR = join(root, '.cache', 'browser-tests');
  if (browser.shell) env.HEADLESS_SHELL = browser.shell;
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const { status, processorSeconds } = await runPackaged('@playwright/test/cli.js', args, { env, hear });
  return { ...readPlaywrightReport(report, status), processorSeconds };
}
