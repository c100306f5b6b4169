import { demoPassword, logIn, trader } from '../support/log-in.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

const second = 'second@emporion.test';

/** Opens the page of a pair as a person who has nothing open there. Nobody else trades on it while tests run. */
async function openMarket(page: Page, pair: string, email = trader): Promise<void> {
  const { access } = await logIn(page, email);
  const headers = { authorization: `Bearer ${access}` };
  const answer = await page.request.delete(`/api/v1/orders/?pair=${pair}`, { headers });
  expect(answer.ok()).toBe(true);
  await page.goto(`/account/trade/${pair}`);
  await dismissCookieNotice(page);
  await expect(page.getByText('No open orders.', { exact: false })).toBeVisible();
}

const formOf = (page: Page) => page.getByRole('region', { name: 'Place an order' });
const openOrders = (page: Page) => page.getByRole('table', { name: 'Open orders' });

interface Written {
  readonly side: 'Buy' | 'Sell';
  readonly kind?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Writes an order as a person does, and presses its button. */
async function write(page: Page, { side, kind = 'Limit', fields }: Written): Promise<void> {
  const form = formOf(page);
  await form.getByRole('radio', { name: side }).check();
  const named = form.getByRole('button', { name: kind, exact: true });
  if ((await named.count()) > 0) await named.click();
  else {
    await form.getByRole('button', { name: 'More order types' }).click();
    await page.getByRole('menuitemradio', { name: kind, exact: true }).click();
  }
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: new RegExp(`^${side} [A-Z]+$`) }).click();
}

async function confirm(page: Page, side: 'Buy' | 'Sell'): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${side} `) })
    .click();
}

test('a visitor sees the market and is led to login and back', async ({ page }) => {
  await page.goto('/account/trade/ARB-USDT');
  await expect(page.getByRole('heading', { level: 1, name: /ARB-USDT/ })).toBeVisible();
  await formOf(page).getByRole('link', { name: 'Log in to trade' }).click();
  await expect(page).toHaveURL(/\/account\/login\?redirectFrom=%2Ftrade%2FARB-USDT/);
  await page.getByLabel('E-mail', { exact: true }).fill(trader);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/account/trade/ARB-USDT');
});

test('two people trade with each other, and each sees it at once', async ({ page: seller, browser }) => {
  const context = await browser.newContext();
  const buyer = await context.newPage();
  await openMarket(seller, 'ARB-USDT');
  await openMarket(buyer, 'ARB-USDT', second);

  await write(seller, { side: 'Sell', fields: { Price: '1', Amount: '10' } });
  await expect(openOrders(seller).getByRole('row')).toHaveCount(2);

  await formOf(buyer).getByRole('button', { name: 'Market', exact: true }).click();
  await formOf(buyer).getByRole('radio', { name: 'Total (USDT)' }).check();
  await write(buyer, { side: 'Buy', kind: 'Market', fields: { Total: '5' } });
  await confirm(buyer, 'Buy');
  await expect(buyer.getByText('Order filled')).toBeVisible();
  await expect(openOrders(seller).getByText('50 %')).toBeVisible();

  await write(buyer, { side: 'Buy', fields: { Price: '1', Amount: '5' } });
  await expect(seller.getByText('No open orders.', { exact: false })).toBeVisible();
  await seller.getByRole('tab', { name: 'Your trades' }).click();
  await expect(seller.getByRole('table', { name: 'Your trades' }).getByText('Maker').first()).toBeVisible();
  await context.close();
});

/** Two orders by API that trade with each other, so that the market has a last price. */
async function tradeAt(page: Page, pair: string, price: string): Promise<void> {
  for (const [email, operation] of [
    [second, 'sell'],
    [trader, 'buy'],
  ]) {
    const login = await page.request.post('/api/v1/auth/login/', {
      data: { email, password: demoPassword },
    });
    const { access } = await login.json();
    const placed = await page.request.post('/api/v1/orders/', {
      headers: { authorization: `Bearer ${access}` },
      data: { type: 0, pair, operation, quantity: '0.001', price },
    });
    expect(placed.ok(), `the ${operation} of ${email}`).toBe(true);
  }
}

const waiting: readonly Written[] = [
  {
    side: 'Buy',
    kind: 'Stop-limit',
    fields: { 'Stop price': '61000', 'Limit price': '61100', Amount: '0.01' },
  },
  { side: 'Sell', kind: 'Stop', fields: { 'Stop price': '59000', Amount: '0.01' } },
  { side: 'Sell', kind: 'Trailing stop', fields: { Distance: '500', Amount: '0.01' } },
  {
    side: 'Sell',
    kind: 'One cancels the other',
    fields: { Price: '66000', 'Stop price': '59000', 'Limit price': '58900', Amount: '0.01' },
  },
];

test('every kind of order that waits is placed from the form', async ({ page }) => {
  await tradeAt(page, 'RBTC-USDT', '60000');
  await openMarket(page, 'RBTC-USDT');
  let rows = 1;
  for (const order of waiting) {
    await write(page, order);
    await confirm(page, order.side);
    rows += order.kind === 'One cancels the other' ? 2 : 1;
    await expect(openOrders(page).getByRole('row')).toHaveCount(rows);
  }
});

test('an open order is changed in its row, and cancelled', async ({ page }) => {
  await openMarket(page, 'POL-USDT');
  await write(page, { side: 'Buy', fields: { Price: '0.4', Amount: '50' } });
  const row = openOrders(page).getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Change the order' }).click();
  await row.getByLabel('Price').fill('0.35');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('0.35')).toBeVisible();
  await row.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('No open orders.', { exact: false })).toBeVisible();
  await page.getByRole('tab', { name: 'Order history' }).click();
  await expect(
    page.getByRole('table', { name: 'Order history' }).getByText('Cancelled').first(),
  ).toBeVisible();
});

test('all open orders are cancelled at once, after a question', async ({ page }) => {
  await openMarket(page, 'BNB-USDT');
  for (const Price of ['500', '501']) {
    await write(page, { side: 'Buy', fields: { Price, Amount: '0.1' } });
    await expect(formOf(page).getByLabel('Amount', { exact: true })).toHaveValue('');
  }
  await expect(openOrders(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
  await expect(page.getByText('No open orders.', { exact: false })).toBeVisible();
});

test('more than there is, is refused at its field before the server is asked', async ({ page }) => {
  await openMarket(page, 'TRX-USDT');
  await write(page, { side: 'Buy', fields: { Price: '0.25', Amount: '4000000' } });
  await expect(formOf(page).getByText('Your balance is too low', { exact: false })).toBeVisible();
  await expect(page.getByText('No open orders.', { exact: false })).toBeVisible();
});
