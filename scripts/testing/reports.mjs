import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../steps/root.mjs';

/** The path of a report that is not there yet: an old one must not speak for a runner that wrote none. */
export function freshReport(name) {
  const path = join(root, '.cache', name);
  rmSync(path, { force: true });
  return path;
}

/** The counts of vitest's JSON report, with the time of each test and file. */
export function readVitestReport(path, status) {
  return honest(status, path, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'skipped' || status === 'pending')
        .map(({ ancestorTitles, title }) => `${relative(root, name)} › ${ancestorTitles[0] ?? title}`),
    ),
    slow: testResults.flatMap(({ name, startTime, endTime, assertionResults }) => {
      const file = relative(root, name);
      return [
        { kind: 'file', name: file, ms: endTime - startTime },
        ...assertionResults.map(({ fullName, duration }) => ({
          kind: 'test',
          name: `${file} › ${fullName}`,
          ms: duration ?? 0,
        })),
      ];
    }),
  }));
}

/** The counts of Playwright's JSON report, with the time of each test and file. */
export function readPlaywrightReport(path, status) {
  return honest(status, path, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    slow: suites.flatMap((suite) => {
      const file = join('e2e', suite.file);
      const tests = testsOf(suite).map(({ name, ms }) => ({ kind: 'test', name: `${file} › ${name}`, ms }));
      return [{ kind: 'file', name: file, ms: tests.reduce((sum, { ms }) => sum + ms, 0) }, ...tests];
    }),
  }));
}

function testsOf({ specs = [], suites = [] }) {
  return [
    ...specs.map(({ title, tests }) => ({
      name: title,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...suites.flatMap(testsOf),
  ];
}

/** A runner that failed without a failed test (a crash, a broken set-up), or that left no report, counts as one failure. */
function honest(status, path, read) {
  let result;
  try {
    result = read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, slow: [] };
  }
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** What was not run, by the name of its group: a test that is left out must not look like one that passed. */
export function skipped(results) {
  const counts = new Map();
  for (const name of results.flatMap((result) => result.skipped ?? []))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const lines = [...counts].map(([name, count]) => `${String(count).padStart(7)}    ${name}`);
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { count, lines: count > 0 ? ['── skipped', ...lines] : [] };
}

/** The slowest tests and the slowest files, a line each: who grew slow without failing is seen here. */
export function slowest(results, count = 10) {
  const all = results.flatMap(({ slow }) => slow);
  return ['test', 'file'].flatMap((kind) => {
    const most = all.filter((one) => one.kind === kind).sort((one, other) => other.ms - one.ms);
    if (most.length === 0) return [];
    const lines = most
      .slice(0, count)
      .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
    return [`── the slowest ${kind}s`, ...lines];
  });
}
