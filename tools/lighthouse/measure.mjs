// Opens a page in a browser of its own and prints what Lighthouse says of it. A process of its own, for its packages are not the project's.
import { launch } from 'chrome-launcher';
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse';
import { Audit } from 'lighthouse/core/audits/audit.js';
import TotalBlockingTime from 'lighthouse/core/audits/metrics/total-blocking-time.js';
import { connect } from 'puppeteer-core';

const { url, categories, isPhone, storage, chromePath, chromeFlags } = JSON.parse(process.argv[2]);
/** One visit meets whatever the machine does beside it: Lighthouse's guide on variability asks for the median of several. */
const visits = 5;
// Not counted: a server that has answered nobody yet compiles its code first.
await measure();
const result = await medianOf(visits, () => measure());
if (isPhone) result.calibrated = await calibrated(result.environment.benchmarkIndex);
process.stdout.write(JSON.stringify(result));

async function medianOf(count, visit) {
  const results = [];
  for (let index = 0; index < count; index += 1) results.push(await visit());
  const scoreOf = ({ categories: { performance } }) => performance.score;
  return results.sort((a, b) => scoreOf(a) - scoreOf(b))[Math.floor(count / 2)];
}

/** What somebody's browser keeps between visits, written from an answer that loads no file of the page, so that its cache stays empty. */
async function remember(items, port) {
  const connection = await connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await connection.newPage();
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(items));
  await page.close();
  await connection.disconnect();
}

/** In a browser of its own, which has read nothing before. Now and then the browser's trace lacks its beginning, which says nothing about the page: that is tried once more. */
async function measure(cpuSlowdownMultiplier, mayRepeat = true) {
  const browser = await launch({ chromePath, chromeFlags });
  try {
    if (storage) await remember(storage, browser.port);
    return await measureIn(browser, cpuSlowdownMultiplier, mayRepeat);
  } finally {
    browser.kill();
  }
}

async function measureIn({ port }, cpuSlowdownMultiplier, mayRepeat) {
  const outcome = await lighthouse(
    url,
    {
      port,
      onlyCategories: categories,
      logLevel: 'error',
      disableStorageReset: storage !== undefined,
      ...(cpuSlowdownMultiplier && {
        throttling: { ...defaultConfig.settings.throttling, cpuSlowdownMultiplier },
      }),
    },
    isPhone ? undefined : desktopConfig,
  );
  if (!outcome) throw new Error('Lighthouse gave no result.');
  const { runtimeError } = outcome.lhr;
  if (runtimeError?.code === 'NO_NAVSTART' && mayRepeat) return measure(cpuSlowdownMultiplier, false);
  if (runtimeError) throw new Error(`Lighthouse did not measure: ${runtimeError.message}`);
  return { ...outcome.lhr, byProcessor: byProcessor(outcome) };
}

/**
 * The same page on the phone that Lighthouse means. It makes a phone by slowing this machine down four times, which is right for a desktop
 * with a `benchmarkIndex` of 1,500 to 2,000; on a slower machine its guide on throttling asks to lower the factor in proportion.
 */
async function calibrated(benchmarkIndex) {
  const slowdown = Math.min(4, Math.max(1, (4 * benchmarkIndex) / 1_750));
  const { categories } = await medianOf(visits, () => measure(slowdown));
  return {
    benchmarkIndex,
    slowdown: Number(slowdown.toFixed(2)),
    performance: Math.round(100 * categories.performance.score),
  };
}

/**
 * How long the page's tasks hold input up by the processor's clock, and the score that follows. Lighthouse takes the clock on the wall, which
 * on a busy machine also counts what a task waits for a processor that serves others. A phone is taken to be four times slower, as there.
 */
function byProcessor({ lhr, artifacts }) {
  const events = (artifacts.Trace ?? artifacts.traces.defaultPass).traceEvents;
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(url),
  );
  const ofPage = events.filter(
    ({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts,
  );
  const painted = ofPage.find(({ name }) => name === 'firstContentfulPaint')?.ts ?? start.ts;
  const slowdown = isPhone ? lhr.configSettings.throttling.cpuSlowdownMultiplier : 1;
  const blockingMs = ofPage
    .filter(({ name, ts }) => name === 'RunTask' && ts >= painted)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - 50), 0);
  const { scoring } = TotalBlockingTime.defaultOptions[isPhone ? 'mobile' : 'desktop'];
  const score = Audit.computeLogNormalScore(scoring, blockingMs);
  const { auditRefs } = lhr.categories.performance;
  const points = auditRefs.reduce(
    (sum, { id, weight }) =>
      sum + weight * (id === 'total-blocking-time' ? score : (lhr.audits[id].score ?? 0)),
    0,
  );
  const weights = auditRefs.reduce((sum, { weight }) => sum + weight, 0);
  return { totalBlockingMs: Math.round(blockingMs), performance: Math.round((100 * points) / weights) };
}
