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
    failures: testResults.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      // A file that could not be read has no tests.
      if (tests.length === 0 && message) return [failure(file, message)];
      return tests.map(({ fullName, failureMessages }) =>
        failure(`${file} › ${fullName}`, failureMessages?.[0]),
      );
    }),
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
    failures: suites.flatMap((suite) =>
      testsOf(suite).flatMap(({ name, errors }) =>
        errors.slice(0, 1).map((message) => failure(`${join('e2e', suite.file)} › ${name}`, message)),
      ),
    ),
    slow: suites.flatMap((suite) => {
      const file = join('e2e', suite.file);
      const tests = testsOf(suite).map(({ name, ms }) => ({ kind: 'test', name: `${file} › ${name}`, ms }));
      return [{ kind: 'file', name: file, ms: tests.reduce((sum, { ms }) => sum + ms, 0) }, ...tests];
    }),
  }));
}

function testsOf({ specs = [], suites = [] }) {
  return [
    ...specs.map(({ title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return {
        name: title,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        errors: results.flatMap(({ error }) => (error ? [error.message ?? ''] : [])),
      };
    }),
    ...suites.flatMap(testsOf),
  ];
}

const linesOfFailure = 12;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const colours = /\u001b\[[\d;]*m/g;

const failure = (name, message = '') => ({
  name,
  lines: message.replaceAll(colours, '').trim().split('\n').slice(0, linesOfFailure),
});

/** What failed and how it began, at the end: of a long run often nothing else is kept. */
export function failed(results) {
  const lines = results
    .filter((result) => result.failed > 0)
    .flatMap(({ title, failures = [], output = '' }) =>
      failures.length > 0
        ? failures
        : [failure(title, output.trim().split('\n').slice(-linesOfFailure).join('\n'))],
    )
    .flatMap((one) => [one.name, ...one.lines.map((line) => `    ${line}`)]);
  return lines.length > 0 ? ['── failed', ...lines] : [];
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
