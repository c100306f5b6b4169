import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { freshSettings, removeFolder, startProduct, stopProduct } from '../e2e/product.ts';
import { browserFlags } from '../e2e/support/browser-flags.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
/**
 * Lighthouse's score of one page; the limit, 100, is the peer. `ours` is the lowest of the three categories.
 * Another page than the sign-in can be named, and a phone instead of a desktop: `npm run bench -- lighthouse /account/fees mobile`.
 */
export async function run({ args, ensureBrowser }: BenchContext): Promise<BenchResult> {
  const [page = '/account/login', device = 'desktop'] = args;
  const settings = await freshSettings();
  const product = startProduct(settings);
  await product.running;
  const browser = await launch({
    chromePath: await ensureBrowser(),
    chromeFlags: ['--headless', ...browserFlags],
  });
  try {
    const result = await measure(`${product.url}${page}`, {
      port: browser.port,
      isPhone: device === 'mobile',
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
    browser.kill();
    await stopProduct(product);
    removeFolder(settings.DATA_DIR);
  }
}

/** Now and then the browser's trace lacks its beginning, which says nothing about the page: that is tried once more. */
async function measure(
  url: string,
  { port, isPhone }: { readonly port: number; readonly isPhone: boolean },
  mayRepeat = true,
): Promise<Result> {
  const outcome = await lighthouse(
    url,
    { port, onlyCategories: [...categories], logLevel: 'error' },
    isPhone ? undefined : desktopConfig,
  );
  if (!outcome) throw new Error('Lighthouse gave no result.');
  const { runtimeError } = outcome.lhr;
  if (runtimeError?.code === 'NO_NAVSTART' && mayRepeat) return measure(url, { port, isPhone }, false);
  if (runtimeError) throw new Error(`Lighthouse did not measure: ${runtimeError.message}`);
  return outcome.lhr;
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
