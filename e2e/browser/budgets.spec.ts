import { openAccountAndLogIn } from '../support/account.ts';
import { apiOf } from '../support/api.ts';
import { newPerson } from '../support/person.ts';
import { expect, type Page, test } from '../support/test.ts';
import { dealerOn, second } from '../support/trading.ts';

/** The files of JavaScript that a page has loaded when it is quiet, and the last one, if it is named, has come. */
async function scriptsOf(page: Page, path: string, last?: string): Promise<Set<string>> {
  const scripts = new Set<string>();
  const note = (response: { url(): string }) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
  };
  page.on('response', note);
  // Two seconds later, sign-in fetches what offers passkeys. That is not the first load, but a slow machine may not be quiet before it.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const lastCame = last === undefined ? null : page.waitForResponse(last);
  await page.goto(path);
  await lastCame;
  // Some parts wait until the page has nothing to do, which on a busy machine is later than a quiet network: two calm looks in turn.
  for (let [calm, seen] = [0, -1]; calm < 2; calm = scripts.size === seen ? calm + 1 : 0) {
    seen = scripts.size;
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => requestIdleCallback(done));
    });
  }
  page.off('response', note);
  return scripts;
}

interface Weight {
  readonly body: number;
  readonly headers: number;
}

/** What the files weigh on the wire in an encoding. */
async function weightOf(page: Page, urls: Iterable<string>, encoding: 'br' | 'gzip'): Promise<Weight> {
  const weight = { body: 0, headers: 0 };
  for (const url of urls) {
    const answer = await page.request.get(url, { headers: { 'accept-encoding': encoding } });
    weight.body += Number(answer.headers()['content-length'] ?? (await answer.body()).length);
    for (const { name, value } of answer.headersArray()) weight.headers += name.length + value.length + 4;
  }
  return weight;
}

for (const { path, width, budget } of [
  { path: '/account/login', width: 1440, budget: 108_000 },
  { path: '/', width: 390, budget: 190_000 },
  { path: '/', width: 1440, budget: 200_000 },
]) {
  test(`${path} loads at most ${budget / 1000} kB of JavaScript ${width} pixels wide, with its headers`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { body, headers } = await weightOf(page, await scriptsOf(page, path), 'br');
    expect(body + headers).toBeLessThanOrEqual(budget);
  });
}

test('no tab of wallet and swap loads more JavaScript beyond what every page has than it may', async ({
  page,
}) => {
  // Somebody to whom nothing happens meanwhile: what tells of it would be fetched too.
  const access = await openAccountAndLogIn(page, newPerson('en'), 'Few-Bytes-4-All');
  // Who has bought before has a list beside the form, which counts too.
  const dealer = await dealerOn(page, 'BTC-USD', second);
  await dealer.place({ type: 0, operation: 'sell', quantity: '0.01', price: '64000' });
  const api = apiOf(page, access);
  const asked = { pay_system: 'cauri', currency: 'USD', coin: 'BTC', give: '50' };
  const { least } = await api.post('card/purchase-preview', asked);
  await api.post('card/purchases', { ...asked, method: 'credit_card', least, client_id: 'few-bytes' });
  // What starts the worker is the last thing that a page fetches by itself.
  const everywhere = await scriptsOf(page, '/account/terms', '**/start-worker-*.js');
  for (const { path, budget } of [
    { path: '/account/wallet/withdrawal/USDT', budget: 45_000 },
    { path: '/account/quick-swap', budget: 30_000 },
    { path: '/account/quick-swap?tab=card', budget: 30_000 },
  ]) {
    const beyond = [...(await scriptsOf(page, path))].filter((url) => !everywhere.has(url));
    expect((await weightOf(page, beyond, 'gzip')).body, path).toBeLessThanOrEqual(budget);
  }
});
