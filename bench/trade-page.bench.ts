import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import { browserFlags } from '../e2e/support/browser-flags.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { accessOf, keepBookMoving, pair } from './trade-page-load.ts';
import {
  heapAfterCollection,
  heapByUse,
  longTasks,
  noteLongTasks,
  orderRows,
  orderToRow,
  read,
  typeInto,
} from './trade-page-probe.ts';
import { during } from './trading-product.ts';

const budgetMs = 150;
const changesPerSecond = 60;
const trader = 'trader@emporion.test';
const warmUpMs = 8_000;
const ordersTimed = 15;

/**
 * The trading page in a real browser, logged in, while its book changes sixty times a second: how long its main thread works in a second, what it
 * does to typing, whether its memory grows, and how soon an order that was sent is seen. Seconds of watching and minutes of memory can be named:
 * `npm run bench -- trade-page 30 10`.
 */
export async function run({ args, ensureBrowser }: BenchContext): Promise<BenchResult> {
  const [seconds = 20, minutes = 1] = args.map(Number);
  const settings = await freshSettings();
  const env = { ...settings, ORDER_RATE_PER_SECOND: '1000000', RATE_LIMIT_PER_MINUTE: '1000000' };
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  try {
    return await during(startProduct(env), async ({ url }) => {
      const { page, cdp } = await open(browser, url);
      const load = await keepBookMoving(url, changesPerSecond);
      try {
        await page.waitForTimeout(warmUpMs);
        const watched = await watch(page, cdp, { seconds, changes: load.changes });
        const typing = await type(page);
        const memory = await grow(page, cdp, minutes);
        load.stop();
        const orders = await timeOrders(page, url);
        const { msPerSecond, ...rest } = watched;
        return {
          // The shorter the main thread works, the more seconds it could watch in one.
          ours: 1_000 / msPerSecond,
          peer: 1_000 / budgetMs,
          peerName: `the budget of ${budgetMs} ms per second`,
          unit: 'seconds watched per second of main thread',
          msPerSecond,
          ...rest,
          refusedChanges: load.refused(),
          typing,
          memory,
          orderToRowMs: orders,
          scriptKb: await scriptKb(page),
        };
      } finally {
        load.stop();
      }
    });
  } finally {
    await browser.close();
    removeFolder(settings.DATA_DIR);
  }
}

async function open(browser: Browser, url: string): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  });
  const { access, refresh } = await accessOf(url, trader);
  await context.addInitScript(
    ([token, refreshToken, email]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('refresh_token', refreshToken);
      localStorage.setItem('email', email);
    },
    [access, refresh, trader] as const,
  );
  // The hints of a first visit follow what they point at, which is work that later visits do not have.
  await context.addCookies([
    { name: 'cookie_notice', value: 'accepted', url },
    { name: 'tours', value: 'trade.wallet', url },
  ]);
  // A machine that has others to serve may be slow to open the page; only what comes after is measured.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await noteLongTasks(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`/account/trade/${pair}`);
  await page
    .getByRole('table', { name: `${pair} order book` })
    .getByRole('row')
    .nth(10)
    .waitFor({ state: 'attached' });
  return { page, cdp };
}

async function watch(
  page: Page,
  cdp: CDPSession,
  { seconds, changes }: { seconds: number; changes: () => number },
) {
  const [before, changedBefore] = [await read(cdp), changes()];
  await page.waitForTimeout(seconds * 1_000);
  const [after, changedAfter] = [await read(cdp), changes()];
  const elapsed = (after.atMs - before.atMs) / 1_000;
  return {
    msPerSecond: round((after.busyMs - before.busyMs) / elapsed),
    wallMsPerSecond: round((after.lastedMs - before.lastedMs) / elapsed),
    scriptWallMsPerSecond: round((after.scriptMs - before.scriptMs) / elapsed),
    bookChangesPerSecond: round((changedAfter - changedBefore) / elapsed),
  };
}

async function type(page: Page) {
  await longTasks(page, { forget: true });
  const typed = await typeInto(page, 'Amount', 5);
  const tasks = await longTasks(page, { forget: true });
  return {
    keys: typed.keys,
    lostFields: typed.lost,
    latestKeyMs: round(typed.latestMs),
    tasksOver100Ms: tasks.filter((duration) => duration > 100).length,
    longestTaskMs: round(Math.max(0, ...tasks)),
  };
}

/** Minute by minute, so that what fills up can be told from what never ends; and what the page holds apart from its compiled code. */
async function grow(page: Page, cdp: CDPSession, minutes: number) {
  const heaps: number[] = [];
  const note = async (): Promise<void> => {
    // What the bench itself keeps in the page is not the page's.
    await longTasks(page, { forget: true });
    heaps.push(await heapAfterCollection(cdp));
  };
  const usedBefore = await heapByUse(cdp);
  await note();
  for (let minute = 0; minute < minutes; minute += 1) {
    await page.waitForTimeout(60_000);
    await note();
  }
  const used = await heapByUse(cdp);
  const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
  return {
    minutes,
    heapMb: round(last / 1e6),
    grownKb: Math.round((last - first) / 1e3),
    dataGrownKb: Math.round((used.dataBytes - usedBefore.dataBytes) / 1e3),
    codeGrownKb: Math.round((used.codeBytes - usedBefore.codeBytes) / 1e3),
    grownByMinuteKb: heaps.slice(1).map((heap, minute) => Math.round((heap - (heaps[minute] ?? heap)) / 1e3)),
  };
}

/** In a market that stands still, so that only the way of the order is timed. */
async function timeOrders(page: Page, url: string) {
  const { access } = await accessOf(url, trader);
  const form = page.getByRole('region', { name: 'Place an order' });
  const times: number[] = [];
  const best = (await (await fetch(`${url}/api/public/v1/stack/${pair}/`)).json()) as {
    bids: [string, string][];
  };
  const price = (Number(best.bids[0]?.[0]) * 0.98).toFixed(2);
  for (let turn = 0; turn < ordersTimed; turn += 1) {
    // Written, not clicked together: the notices of the orders before lie over a part of the form.
    await form.getByLabel('Price', { exact: true }).fill(price);
    await form.getByLabel('Amount', { exact: true }).fill('0.001');
    times.push(await orderToRow(page));
    // The list shows seven at a time, so a full one would hide the next.
    await fetch(`${url}/api/v1/orders/?pair=${pair}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${access}` },
    });
    await page.locator(orderRows).first().waitFor({ state: 'detached' });
  }
  times.sort((one, other) => one - other);
  return {
    median: round(times[Math.floor(times.length / 2)] ?? 0),
    worst: round(times.at(-1) ?? 0),
    limit: 100,
    orders: times.length,
  };
}

/** Gzipped, everything that the page has loaded. */
async function scriptKb(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
  );
  let bytes = 0;
  for (const url of new Set(urls)) {
    const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers()['content-length'] ?? (await answer.body()).length);
  }
  return round(bytes / 1e3);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
