import { expect, type Page, test } from '@playwright/test';
import {
  type Product,
  removeFolder,
  serverAlone,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { demoPassword, logIn, trader } from '../support/log-in.ts';

const pair = 'ETH-USDT';
const second = 'second@emporion.test';

interface Placed {
  readonly operation: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
}

/** Somebody trades past the page, as a bot would. */
async function place(page: Page, email: string, order: Placed): Promise<string> {
  const login = await page.request.post('/api/v1/auth/login/', { data: { email, password: demoPassword } });
  const { access } = await login.json();
  const answer = await page.request.post('/api/v1/orders/', {
    headers: { authorization: `Bearer ${access}` },
    data: { type: 0, pair, ...order },
  });
  expect(answer.ok(), `the order of ${email}: ${await answer.text()}`).toBe(true);
  return String((await answer.json()).id);
}

async function trade(page: Page, price: string): Promise<void> {
  await place(page, second, { operation: 'sell', quantity: '0.01', price });
  await place(page, trader, { operation: 'buy', quantity: '0.01', price });
}

const bookOf = (page: Page) => page.getByRole('table', { name: `${pair} order book` }).getByRole('row');
const openOrders = (page: Page) => page.getByRole('table', { name: 'Open orders' }).getByRole('row');
const lastPrice = (page: Page) => page.getByTestId('last-price');

async function startAgain(settings: Awaited<ReturnType<typeof usedSettings>>): Promise<Product> {
  const env = { ...settings, DEMO_MARKET: 'false', RATE_LIMIT_PER_MINUTE: '1000000' };
  const product = startProduct(env, serverAlone);
  await product.running;
  return product;
}

test('after a restart of the server the page is right again by itself', async ({ browser }) => {
  test.setTimeout(600_000);
  const settings = await usedSettings();
  let product = await startAgain(settings);
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await trade(page, '3100');
    await place(page, second, { operation: 'sell', quantity: '2', price: '3200' });
    await place(page, trader, { operation: 'buy', quantity: '1', price: '3000' });
    await logIn(page);
    await page.goto(`/account/trade/${pair}`);
    // A head, an ask and a bid.
    await expect(bookOf(page)).toHaveCount(3, { timeout: 60_000 });
    await expect(openOrders(page)).toHaveCount(2);
    await expect(lastPrice(page)).toContainText('3,100');
    await expect(page.getByTestId('connection-status')).toContainText('Live');

    expect(await stopProduct(product), 'the status that SIGTERM ends it with').toBe(0);
    await expect(page.getByTestId('connection-status')).toContainText('Reconnecting');
    product = await startAgain(settings);
    await expect(page.getByTestId('connection-status')).toContainText('Live', { timeout: 60_000 });
    await expect(page.getByTestId('connection-status')).toContainText(/\d+ ms/);

    // What was there is there once, and what happens now is seen.
    await expect(openOrders(page)).toHaveCount(2);
    await place(page, second, { operation: 'sell', quantity: '3', price: '3150' });
    await place(page, trader, { operation: 'buy', quantity: '1', price: '3050' });
    await expect(bookOf(page)).toHaveCount(5);
    await expect(openOrders(page)).toHaveCount(3);
    await trade(page, '3120');
    await expect(lastPrice(page)).toContainText('3,120');
    await page.getByRole('tab', { name: 'Trades', exact: true }).click();
    await expect(page.getByRole('table', { name: `${pair} recent trades` }).getByRole('row')).toHaveCount(3);
  } finally {
    await context.close();
    await stopProduct(product);
    removeFolder(settings.DATA_DIR);
  }
});
