/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test';

export interface Reading {
  readonly atMs: number;
  /** How long the main thread has worked since the page began, by the processor's clock. */
  readonly busyMs: number;
  /** How long its tasks have lasted by the clock on the wall, with what they waited for a processor that served others. */
  readonly lastedMs: number;
  readonly scriptMs: number;
  readonly heapBytes: number;
}

/** What the browser itself says of the page. */
export async function read(cdp: CDPSession): Promise<Reading> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    atMs: value('Timestamp') * 1_000,
    busyMs: value('ThreadTime') * 1_000,
    lastedMs: value('TaskDuration') * 1_000,
    scriptMs: value('ScriptDuration') * 1_000,
    heapBytes: value('JSHeapUsedSize'),
  };
}

/** What is still used once everything that can be thrown away has been. */
export async function heapAfterCollection(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await read(cdp)).heapBytes;
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
  readonly nodes: readonly number[];
}

/** What the page itself made and still holds, by the names that the browser has for it. */
const dataTypes: ReadonlySet<string> = new Set(
  'object,array,string,concatenated string,sliced string,closure,regexp,number,bigint,symbol'.split(','),
);

/** Bytes of what the page holds, and of the code that the browser made of its scripts: that grows too, until all that runs often has been compiled. */
export async function heapByUse(cdp: CDPSession): Promise<{ dataBytes: number; codeBytes: number }> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let [dataBytes, codeBytes] = [0, 0];
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] ?? -1] ?? '';
    const size = nodes[node + sizeAt] ?? 0;
    if (dataTypes.has(type)) dataBytes += size;
    if (type === 'code') codeBytes += size;
  }
  return { dataBytes, codeBytes };
}

/** Notes tasks that hold the page up. Must be called before the page is opened. */
export async function noteLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

interface Noted {
  readonly longTasks: number[];
}

/** Forgets the long tasks so far, or tells them. */
export function longTasks(page: Page, { forget }: { forget: boolean }): Promise<number[]> {
  return page.evaluate((empty) => {
    const { longTasks: noted } = window as unknown as Noted;
    return empty ? noted.splice(0) : [...noted];
  }, forget);
}

/** Types digits at the pace of a quick hand. Answers with those that did not arrive, and with how late the latest did. */
export async function typeInto(page: Page, label: string, seconds: number) {
  const field = page.getByRole('region', { name: 'Place an order' }).getByLabel(label, { exact: true });
  await field.fill('');
  await field.evaluate((input) => {
    const late: number[] = [];
    Object.assign(window, { inputDelays: late });
    input.addEventListener('keydown', ({ timeStamp }) => late.push(performance.now() - timeStamp));
  });
  let typed = '';
  let lost = 0;
  for (let key = 0; key < seconds * 20; key += 1) {
    const digit = String(1 + (key % 9));
    await page.keyboard.press(digit, { delay: 10 });
    typed += digit;
    await page.waitForTimeout(40);
    if (typed.length < 7) continue;
    if ((await field.inputValue()) !== typed) lost += 1;
    await field.fill('');
    typed = '';
  }
  const delays = await page.evaluate(() => (window as unknown as { inputDelays: number[] }).inputDelays);
  return { lost, keys: delays.length, latestMs: Math.max(0, ...delays) };
}

/**
 * Rows of orders that the server has taken: they have buttons. The row of an empty list has one as well, which leads to
 * the form.
 */
export const orderRows = '#desk-orders tbody tr:has(button):not(:has(.table-empty))';

/** From the press of the form's button to the row among the open orders, within the page. */
export async function orderToRow(page: Page): Promise<number> {
  return page.evaluate(async (selector) => {
    const panel = document.getElementById('desk-orders');
    const button = document.querySelector<HTMLButtonElement>('#desk-form button[type="submit"]');
    if (panel === null || button === null) throw new Error('There is no form or no list.');
    const rows = (): number => document.querySelectorAll(selector).length;
    const before = rows();
    const began = performance.now();
    return new Promise<number>((done, refuse) => {
      const limit = setTimeout(() => refuse(new Error('The order never came.')), 10_000);
      const observer = new MutationObserver(() => {
        if (rows() <= before) return;
        clearTimeout(limit);
        observer.disconnect();
        done(performance.now() - began);
      });
      observer.observe(panel, { subtree: true, childList: true });
      button.click();
    });
  }, orderRows);
}
