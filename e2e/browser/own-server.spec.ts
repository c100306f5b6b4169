import {
  type Product,
  removeFolder,
  serverAlone,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { openBrowser } from '../production/desk.ts';
import { apiOf } from '../support/api.ts';
import { demoPassword, logIn, trader } from '../support/log-in.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { confirmByMail, enterPassword, newPerson } from '../support/person.ts';
import { logInAsStaff } from '../support/staff.ts';
import { expect, type Page, test } from '../support/test.ts';
import { authenticator } from '../support/totp.ts';

// A server that is stopped, and then one on which something is switched that counts for everybody: one after the other on the same, for a start takes longer.
test.describe.configure({ mode: 'default' });

let settings: Record<'DATA_DIR' | 'PORT', string>;
let product: Product;
async function startServer(): Promise<void> {
  const env = { ...settings, DEMO_MARKET: 'false', RATE_LIMIT_PER_MINUTE: '1000000' };
  product = startProduct(env, serverAlone);
  await product.running;
}
test.beforeAll(async () => {
  settings = await usedSettings();
  await startServer();
});
test.afterAll(async () => {
  await stopProduct(product);
  removeFolder(settings.DATA_DIR);
});

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

test('after a restart of the server the page is right again by itself', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await trade(page, '3100');
    await place(page, second, { operation: 'sell', quantity: '2', price: '3200' });
    await place(page, trader, { operation: 'buy', quantity: '1', price: '3000' });
    await logIn(page);
    await page.goto(`/account/trade/${pair}`);
    // A head, an ask and a bid.
    await expect(bookOf(page)).toHaveCount(3);
    await expect(openOrders(page)).toHaveCount(2);
    await expect(lastPrice(page)).toContainText('3,100');
    await expect(page.getByTestId('connection-status')).toContainText('Live');

    expect(await stopProduct(product), 'the status that SIGTERM ends it with').toBe(0);
    await expect(page.getByTestId('connection-status')).toContainText('Reconnecting');
    await startServer();
    await expect(page.getByTestId('connection-status')).toContainText('Live');
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
  }
});

const administrator = 'admin@emporion.test';
const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '40000' };

test('a second factor that is required ends sessions without one, and is set up at the next login', async ({
  browser,
}) => {
  const atDesk = await openBrowser(browser, product.url);
  const atTrader = await openBrowser(browser, product.url);
  const { page } = atTrader;
  const person = { ...newPerson('en'), email: trader };
  const place = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await page.request.post('/api/v1/orders/', { data: order, headers })).json();
  };
  const { access } = await logIn(page);
  await page.goto('/account/wallet');
  await expect(page.getByRole('button', { name: 'Account' }).first()).toBeVisible();
  expect((await apiOf(page, access).post('orders', order)).status).toBe('open');

  await test.step('an administrator switches it on', async () => {
    const desk = atDesk.page;
    await logInAsStaff(desk, administrator);
    const codes = await codesTo(desk, administrator);
    await desk.goto('/admin/settings');
    const row = desk.getByRole('listitem').filter({ hasText: 'Second factor' });
    await row.getByRole('button', { name: 'Require' }).click();
    await desk.getByLabel('Reason').fill('After the theft');
    await desk.getByRole('button', { name: 'Require it' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByLabel('Six-digit code').fill(await codeInMail(desk, administrator, codes));
    await expect(row.getByText('Required', { exact: true })).toBeVisible();
  });

  await test.step('the session without one is over', async () => {
    expect(await place(access)).toMatchObject({ code: { code: 'token_not_valid' } });
    await page.goto('/account/wallet');
    await expect(page).toHaveURL(/\/account\/login/);
  });

  const app = await test.step('the next login asks for a code and leads to the set-up', async () => {
    await enterPassword(page, person, demoPassword);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = await codeInMail(page, trader);
    await page.getByLabel('Six-digit code').fill(code);
    await expect(page).toHaveURL('/account/settings#security');
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    expect((await place(token)).code).toBe('two_factor_setup_required');
    await page.getByRole('button', { name: 'Turn on: Authenticator app' }).click();
    await confirmByMail(page, person, [code]);
    const made = authenticator((await page.getByTestId('totp-secret').textContent()) ?? '');
    await page
      .getByRole('dialog')
      .getByLabel('Six-digit code')
      .fill(await made.code());
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    return made;
  });

  await test.step('with it everything works again', async () => {
    const visitor = apiOf(page);
    const { ticket } = await visitor.post('auth/login', { email: trader, password: demoPassword });
    const { access: token } = await visitor.post('check2falogin', {
      ticket,
      method: 'totp',
      code: await app.code(),
    });
    expect((await place(String(token))).status).toBe('open');
  });
  await atDesk.close();
  await atTrader.close();
});
