import { expect, type Page, test } from '../support/test.ts';

/** The gzipped bytes of all JavaScript that a page has loaded when it is quiet. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
  });
  // Two seconds later, sign-in fetches what offers passkeys. That is not the first load, but a slow machine may not be quiet before it.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const url of scripts) {
    const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers()['content-length'] ?? (await answer.body()).length);
  }
  return bytes;
}

for (const { path, budget } of [
  { path: '/account/login', budget: 150_000 },
  { path: '/account/trade/BTC-USDT', budget: 250_000 },
]) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript`, async ({ page }) => {
    expect(await scriptBytes(page, path)).toBeLessThanOrEqual(budget);
  });
}
