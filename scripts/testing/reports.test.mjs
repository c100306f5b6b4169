import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../steps/root.mjs';
import { failed, readPlaywrightReport, readVitestReport, skipped, slowest } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'emporion-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(content) {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const vitestReport = {
  numPassedTests: 2,
  numFailedTests: 0,
  testResults: [
    {
      name: join(root, 'packages/a.test.ts'),
      startTime: 1_000,
      endTime: 4_000,
      assertionResults: [
        { fullName: 'a is quick', duration: 5 },
        { fullName: 'a is slow', duration: 2_500 },
      ],
    },
  ],
};
const playwrightReport = {
  stats: { expected: 1, unexpected: 0, flaky: 1 },
  suites: [
    {
      file: 'browser/b.spec.ts',
      specs: [{ title: 'one', tests: [{ results: [{ duration: 700 }, { duration: 300 }] }] }],
      suites: [{ specs: [{ title: 'two', tests: [{ results: [{ duration: 9_000 }] }] }] }],
    },
  ],
};

describe('a report', () => {
  it('gives the counts of its runner', () => {
    expect(readVitestReport(reportOf(vitestReport), 0)).toMatchObject({ passed: 2, failed: 0 });
    expect(readPlaywrightReport(reportOf(playwrightReport), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('names and counts what was not run', () => {
    const [file] = vitestReport.testResults;
    const assertionResults = ['skipped', 'pending', 'passed'].map((status, at) => ({
      ...{ status, title: `test ${at}`, ancestorTitles: ['on a node'], fullName: `${at}`, duration: 1 },
    }));
    const report = { ...vitestReport, testResults: [{ ...file, assertionResults }] };
    expect(skipped([readVitestReport(reportOf(report), 0), { passed: 1, failed: 0 }])).toEqual({
      count: 2,
      lines: ['── skipped', '      2    packages/a.test.ts › on a node'],
    });
    expect(skipped([readVitestReport(reportOf(vitestReport), 0)])).toEqual({ count: 0, lines: [] });
  });

  it('of a runner that failed without a failed test counts one', () => {
    expect(readVitestReport(reportOf(vitestReport), 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it.each(['', '{}', '{"numPassed'])('that says %j counts as one failure', (content) => {
    expect(readVitestReport(reportOf(content), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(readPlaywrightReport(reportOf(content), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('that was never written counts as one failure', () => {
    expect(readVitestReport(join(folder, 'nowhere.json'), 0)).toEqual({ passed: 0, failed: 1, slow: [] });
  });
});

it('the slowest tests and files of all runners are named, the slowest first', () => {
  const results = [
    readVitestReport(reportOf(vitestReport), 0),
    readPlaywrightReport(reportOf(playwrightReport), 0),
  ];
  expect(slowest(results, 2)).toEqual([
    '── the slowest tests',
    '    9.0 s  e2e/browser/b.spec.ts › two',
    '    2.5 s  packages/a.test.ts › a is slow',
    '── the slowest files',
    '   10.0 s  e2e/browser/b.spec.ts',
    '    3.0 s  packages/a.test.ts',
  ]);
});

describe('what failed', () => {
  it('is named with the beginning of its message, whichever runner ran it', () => {
    const [file] = vitestReport.testResults;
    const assertionResults = [
      {
        fullName: 'a is right',
        status: 'failed',
        failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat a line'],
      },
      { fullName: 'a is quick', status: 'passed' },
    ];
    const vitest = { numPassedTests: 1, numFailedTests: 1, testResults: [{ ...file, assertionResults }] };
    const result = { duration: 1, error: { message: 'no button' } };
    const suite = { file: 'browser/b.spec.ts', specs: [{ title: 'one', tests: [{ results: [result] }] }] };
    const playwright = { stats: { expected: 0, unexpected: 1, flaky: 0 }, suites: [suite] };
    expect(
      failed([
        readVitestReport(reportOf(vitest), 1),
        readPlaywrightReport(reportOf(playwright), 1),
        { title: 'lint', passed: 1, failed: 0 },
      ]),
    ).toEqual([
      '── failed',
      ...['packages/a.test.ts › a is right', '    expected 1', '    at a line'],
      ...['e2e/browser/b.spec.ts › one', '    no button'],
    ]);
  });

  it('without a test of its own is told by the end of what was printed', () => {
    expect(failed([{ title: 'lint', failed: 1, output: 'first\nlast\n' }])).toEqual([
      ...['── failed', 'lint', '    first', '    last'],
    ]);
    const [file] = vitestReport.testResults;
    const unread = { ...file, message: 'cannot import', assertionResults: [] };
    const report = { numPassedTests: 0, numFailedTests: 0, testResults: [unread] };
    expect(failed([readVitestReport(reportOf(report), 1)])).toEqual([
      ...['── failed', 'packages/a.test.ts', '    cannot import'],
    ]);
  });
});
