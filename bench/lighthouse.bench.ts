import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freshSettings, removeFolder, startProduct, stopProduct } from '../e2e/product.ts';
import { browserFlags } from '../e2e/support/browser-flags.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

/** What is read of Lighthouse's result. */
interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>;
  readonly audits: Readonly<Record<string, Audit>>;
  /** The same without what tasks waited for a processor that served others; see `measure.mjs`. */
  readonly byProcessor: { readonly totalBlockingMs: number; readonly performance: number };
  /** Of a phone: the score with the slowdown that suits this machine. */
  readonly calibrated?: {
    readonly benchmarkIndex: number;
    readonly slowdown: number;
    readonly performance: number;
  };
}

interface Audit {
  readonly id: string;
  readonly score: number | null;
  readonly numericValue?: number;
}

/**
 * Lighthouse's score of one page, the median of five visits by a browser without windows, whose own drawing would take from the
 * processors; the limit, 100, is the peer. `ours` is the lowest of the three categories.
 * Another page than the sign-in can be named, and a phone instead of a desktop: `npm run bench -- lighthouse /account/fees mobile`; a third
 * argument, `trader`, opens it as the demo's trader.
 */
export async function run(context: BenchContext): Promise<BenchResult> {
  const { args, installTool } = context;
  const [page = '/account/login', device = 'desktop', visitor = 'anybody'] = args;
  await installTool('lighthouse');
  const chromePath = (await context.ensureHeadlessShell()) ?? (await context.ensureBrowser());
  const settings = await freshSettings();
  const product = startProduct(settings);
  try {
    await product.running;
    const storage = visitor === 'trader' ? await logIn(product.url) : undefined;
    await untilCalm();
    const result = await measure({
      url: `${product.url}${page}`,
      categories,
      isPhone: device === 'mobile',
      storage,
      chromePath,
      chromeFlags: ['--headless', ...browserFlags],
    });
    return {
      ...scores(result),
      peer: 100,
      peerName: "Lighthouse's full score",
      unit: 'points',
      page,
      device,
      visitor,
      browser: basename(chromePath),
    };
  } finally {
    await stopProduct(product);
    removeFolder(settings.DATA_DIR);
  }
}

/** What the browser of a trader who has logged in remembers. */
async function logIn(url: string) {
  const email = 'trader@emporion.test';
  const answer = await fetch(`${url}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Emporion-1' }),
  });
  const { access, refresh } = (await answer.json()) as { access: string; refresh: string };
  return { token: access, refresh_token: refresh, email };
}

/** A server that has just started still fills its caches, on the cores that the browser is measured on. */
async function untilCalm(): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    const before = cpus();
    await sleep(1_000);
    const shares = cpus().map(({ times }, core) => {
      const earlier = before[core]?.times ?? times;
      const total = Object.values(times).reduce((sum, time) => sum + time, 0);
      const past = Object.values(earlier).reduce((sum, time) => sum + time, 0);
      return (times.idle - earlier.idle) / (total - past || 1);
    });
    if (shares.every((idle) => idle > 0.8)) return;
  }
}

async function measure(task: object): Promise<Result> {
  const script = join('tools', 'lighthouse', 'measure.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(task)], {
    maxBuffer: 1e9,
  });
  return JSON.parse(stdout) as Result;
}

function scores(result: Result) {
  const points = Object.fromEntries(
    categories.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]),
  );
  const imperfect = Object.values(result.audits).filter(({ score }) => score !== null && score < 1);
  return {
    ours: Math.min(...Object.values(points)),
    ...points,
    totalBlockingMs: Math.round(result.audits['total-blocking-time']?.numericValue ?? 0),
    byProcessor: result.byProcessor,
    calibrated: result.calibrated,
    layoutShift: result.audits['cumulative-layout-shift']?.numericValue ?? null,
    imperfect: imperfect.map(({ id, score }) => ({ id, score })),
  };
}
