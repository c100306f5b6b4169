import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshSettings, removeFolder, startProduct, stopProduct } from '../e2e/product.ts';
import { browserFlags } from '../e2e/support/browser-flags.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

/** What is read of Lighthouse's result. */
interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly id: string;
  readonly score: number | null;
  readonly numericValue?: number;
}

/**
 * Lighthouse's score of one page; the limit, 100, is the peer. `ours` is the lowest of the three categories.
 * Another page than the sign-in can be named, and a phone instead of a desktop: `npm run bench -- lighthouse /account/fees mobile`.
 */
export async function run({ args, ensureBrowser, installTool }: BenchContext): Promise<BenchResult> {
  const [page = '/account/login', device = 'desktop'] = args;
  await installTool('lighthouse');
  const chromePath = await ensureBrowser();
  const settings = await freshSettings();
  const product = startProduct(settings);
  try {
    await product.running;
    const result = await measure({
      url: `${product.url}${page}`,
      categories,
      isPhone: device === 'mobile',
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
    };
  } finally {
    await stopProduct(product);
    removeFolder(settings.DATA_DIR);
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
    layoutShift: result.audits['cumulative-layout-shift']?.numericValue ?? null,
    imperfect: imperfect.map(({ id, score }) => ({ id, score })),
  };
}
