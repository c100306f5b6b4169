import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export { expect, type Page };

/** The server said no to a call, which the page tells in its own words; the browser notes it as if it were broken. */
function isRefusal(message: ConsoleMessage): boolean {
  const refused = /^Failed to load resource: the server responded with a status of (?:401|403|409|422|429)\b/;
  return refused.test(message.text()) && new URL(message.location().url).pathname.startsWith('/api/');
}

/** A history that is behind says so, and the page asks again a second later; what never comes, the test misses on the page. */
function isBehind(message: ConsoleMessage): boolean {
  const behind = 'Failed to load resource: the server responded with a status of 503 (Service Unavailable)';
  return message.text() === behind && new URL(message.location().url).pathname.startsWith('/api/');
}

/** A socket that takes too long to connect is closed and tried again; on a busy machine that happens, and nothing is broken. */
function isSlowSocket(message: ConsoleMessage): boolean {
  return message.text().endsWith('WebSocket is closed before the connection is established.');
}

/** The tests forbid the worker, see the configuration, and the browser says so. */
function isForbiddenWorker(message: ConsoleMessage): boolean {
  return message.text() === 'Service Worker registration blocked by Playwright';
}

/** What a page's console says from now on that it should not: an error, a broken policy, an uncaught exception. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const matters = message.type() === 'error' || message.type() === 'warning';
    const expected =
      isRefusal(message) || isBehind(message) || isSlowSocket(message) || isForbiddenWorker(message);
    if (matters && !expected) complaints.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
  return complaints;
}

/** A page whose console must stay silent. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page);
    await use(page);
    expect(complaints, 'what the console said').toEqual([]);
  },
});

/** The notice would lie over what a test clicks; a person has dismissed it by then. */
export async function dismissCookieNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Got it' }).click();
}

type IsTold = (text: string | RegExp) => Promise<void>;

/**
 * Writes down every toast of the pages that are opened from now on. A toast goes by itself, and on a busy machine it may be gone before a test looks for it.
 * Answers what is asked about them: has there been one with this text?
 */
export async function writeDownToasts(page: Page): Promise<IsTold> {
  await page.addInitScript(observeToasts);
  return wasTold(page);
}

/** The same for the page that is open, of the toasts that it shows from now on. */
export async function writeDownToastsHere(page: Page): Promise<IsTold> {
  await page.evaluate(observeToasts);
  return wasTold(page);
}

/** Runs in the page. */
function observeToasts(): void {
  const told = new Set<string>();
  const before = new Set(document.querySelectorAll('.toast'));
  const look = () => {
    for (const toast of document.querySelectorAll('.toast'))
      if (!before.has(toast)) told.add(toast.textContent ?? '');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  Object.assign(globalThis, { toldInToasts: told });
}

function wasTold(page: Page): IsTold {
  const told = () => page.evaluate(() => [...Reflect.get(globalThis, 'toldInToasts')].join('\n'));
  return (text) => {
    const toasts = expect.poll(told, 'the toasts');
    return typeof text === 'string' ? toasts.toContain(text) : toasts.toMatch(text);
  };
}
