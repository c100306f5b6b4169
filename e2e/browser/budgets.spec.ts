import { logIn } from '../support/log-in.ts';
import { expect, type Page, test } from '../support/test.ts';

/** The gzipped bytes of each file of JavaScript that a page has loaded when it is quiet. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const scripts = new Set<string>();
  const note = (response: { url(): string }) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
  };
  page.on('response', note);
  // Two seconds later, sign-in fetches what offers passkeys. That is not the first load, but a slow machine may not be quiet before it.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  // Some parts wait until the page has nothing to do, which on a busy machine is later than a quiet network.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const bytes = new Map<string, number>();
  for (const url of scripts) {
    const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
    bytes.set(url, Number(answer.headers()['content-length'] ?? (await answer.body()).length));
  }
  return bytes;
}

const sum = (bytes: Iterable<number>) => [...bytes].reduce((total, one) => total + one, 0);

for (const { path, budget } of [
  { path: '/account/login', budget: 150_000 },
  { path: '/account/trade/BTC-USDT', budget: 250_000 },
]) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript`, async ({ page }) => {
    expect(sum((await scriptsOf(page, path)).values())).toBeLessThanOrEqual(budget);
  });
}

for (const { name, path, budget } of [
  { name: 'the largest tab of the wallet', path: '/account/wallet/withdrawal/USDT', budget: 45_000 },
  { name: 'the quick swap', path: '/account/quick-swap', budget: 30_000 },
  { name: 'the quick swap with cards', path: '/account/quick-swap?tab=card', budget: 30_000 },
]) {
  test(`${name} loads at most ${budget / 1000} kB of JavaScript beyond what every page has`, async ({
    page,
  }) => {
    await logIn(page);
    const everywhere = await scriptsOf(page, '/account/terms');
    const own = await scriptsOf(page, path);
    const beyond = [...own].filter(([url]) => !everywhere.has(url)).map(([, bytes]) => bytes);
    expect(sum(beyond)).toBeLessThanOrEqual(budget);
  });
}
