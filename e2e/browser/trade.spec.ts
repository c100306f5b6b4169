import { demoPassword, trader } from '../support/log-in.ts';
import { parseCsv } from '../support/spreadsheet.ts';
import { expect, type Page, test, writeDownToasts } from '../support/test.ts';
import {
  confirmOrder,
  dealerOn,
  expectOpen,
  formOf,
  noneOpen,
  openMarket,
  openMarketWithBoth,
  openOrders,
  second,
  type Written,
  write,
} from '../support/trading.ts';

const rows = (page: Page) => openOrders(page).getByRole('row');

test('two people trade with each other, one of whom came as a visitor', async ({ page: seller, browser }) => {
  const context = await browser.newContext();
  const buyer = await context.newPage();
  const [buyerIsTold, sellerIsTold] = [await writeDownToasts(buyer), await writeDownToasts(seller)];
  const [own, other] = [await dealerOn(buyer, 'ARB-USDT', trader), await dealerOn(buyer, 'ARB-USDT', second)];
  await own.cancelAll();
  await openMarket(buyer, 'ARB-USDT', other);

  await seller.goto('/account/trade/ARB-USDT');
  await expect(seller.getByRole('heading', { level: 1, name: /ARB-USDT/ })).toBeVisible();
  await formOf(seller).getByRole('link', { name: 'Log in to trade' }).click();
  await expect(seller).toHaveURL(/\/account\/login\?redirectFrom=%2Ftrade%2FARB-USDT/);
  await seller.getByLabel('Email', { exact: true }).fill(trader);
  await seller.getByLabel('Password', { exact: true }).fill(demoPassword);
  await seller.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(seller).toHaveURL('/account/trade/ARB-USDT');
  await expect(noneOpen(seller)).toBeVisible();

  await write(seller, { side: 'Sell', fields: { Price: '0.8', Amount: '10' } });
  await expectOpen(seller, 1);

  await formOf(buyer).getByRole('button', { name: 'Market', exact: true }).click();
  await formOf(buyer).getByRole('radio', { name: 'Total (USDT)' }).check();
  await write(buyer, { side: 'Buy', kind: 'Market', fields: { Total: '4' } });
  await confirmOrder(buyer, 'Buy');
  // Both are told of the deal, whoever of them waited and whoever sent the order just now.
  await buyerIsTold('Bought 5 ARB');
  await sellerIsTold('Sold 5 ARB');
  await expect(openOrders(seller).getByText('50%')).toBeVisible();

  await write(buyer, { side: 'Buy', fields: { Price: '0.8', Amount: '5' } });
  await expect(noneOpen(seller)).toBeVisible();
  await seller.getByRole('tab', { name: 'Trade history' }).click();
  await expect(seller.getByRole('table', { name: 'Trade history' }).getByText('Maker').first()).toBeVisible();
  await context.close();
});

/** An order as it is written, and what the other trader and the market must do for it to be filled. */
interface Story extends Written {
  readonly asked?: boolean;
  readonly openRows?: number;
  readonly resting?: { readonly operation: string; readonly price: string };
  /** A trade of its owner's that takes the last price to the stop. */
  readonly push?: boolean;
}

const amount = '0.01';
const stories: readonly Story[] = [
  { side: 'Buy', fields: { Price: '60000', Amount: amount }, resting: { operation: 'sell', price: '60000' } },
  {
    side: 'Sell',
    kind: 'Stop',
    asked: true,
    fields: { 'Stop price': '59500', Amount: amount },
    resting: { operation: 'buy', price: '59500' },
    push: true,
  },
  {
    side: 'Sell',
    kind: 'Stop-limit',
    asked: true,
    fields: { 'Stop price': '59000', 'Limit price': '58900', Amount: amount },
    resting: { operation: 'buy', price: '59000' },
    push: true,
  },
  {
    side: 'Sell',
    kind: 'Trailing stop',
    asked: true,
    fields: { 'Trailing distance': '500', Amount: amount },
    resting: { operation: 'buy', price: '58500' },
    push: true,
  },
  {
    side: 'Sell',
    kind: 'Pegged',
    fields: {
      'Offset from reference price': '-5',
      'Min. price': '50000',
      'Max. price': '70000',
      Amount: amount,
    },
    // Five percent below the reference price of a demo without makers.
    resting: { operation: 'buy', price: '60752.5' },
  },
  {
    side: 'Sell',
    kind: 'OCO',
    asked: true,
    openRows: 2,
    fields: { Price: '66000', 'Stop price': '60000', 'Limit price': '59900', Amount: amount },
    resting: { operation: 'buy', price: '66000' },
  },
];

test('every kind of order goes from the form to its fill', async ({ page }) => {
  // Eight orders, one after the other: a machine with others to serve takes its time.
  test.slow();
  const { own, other } = await openMarketWithBoth(page, 'RBTC-USDT');
  // There must be a last price before anything can wait for one.
  await other.place({ type: 0, operation: 'sell', quantity: '0.001', price: '60000' });
  await own.place({ type: 0, operation: 'buy', quantity: '0.001', price: '60000' });

  for (const { asked = false, openRows = 1, resting, push = false, ...written } of stories) {
    const name = written.kind ?? 'Limit';
    await write(page, written);
    if (asked) await confirmOrder(page, written.side);
    await expectOpen(page, openRows, `${name} is open`);
    if (resting) await other.place({ type: 0, quantity: push ? '0.011' : amount, ...resting });
    if (push) await own.place({ operation: 'sell', quantity: '0.001' }, 'market');
    await expect(noneOpen(page), `${name} is filled`).toBeVisible();
  }

  await other.place({ type: 0, operation: 'sell', quantity: '0.02', price: '66000' });
  await write(page, { side: 'Buy', kind: 'Market', fields: { Amount: amount } });
  await expect(formOf(page).getByText('Est. slippage')).toBeVisible();
  await confirmOrder(page, 'Buy');
  await expect(formOf(page).getByLabel('Amount', { exact: true })).toHaveValue('');
  await formOf(page).getByRole('radio', { name: 'Total (USDT)' }).check();
  await write(page, { side: 'Buy', kind: 'Market', fields: { Total: '330' } });
  await confirmOrder(page, 'Buy');
  await expect(formOf(page).getByLabel('Total', { exact: true })).toHaveValue('');

  await page.getByRole('tab', { name: 'Order history' }).click();
  const history = page.getByRole('table', { name: 'Order history' });
  for (const kind of ['Market', 'Limit', 'Stop', 'Stop-limit', 'Trailing stop', 'Pegged'])
    await expect(
      history.getByRole('row').filter({ hasText: kind }).filter({ hasText: 'Filled' }).first(),
    ).toBeVisible();
  await history.getByRole('button', { name: 'Order details' }).first().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('330 USDT').first()).toBeVisible();
  await expect(details.getByRole('table', { name: 'Trade history' }).getByText('0.005')).toBeVisible();
});

test('orders are changed in their rows, cancelled one by one and at once, and exported', async ({ page }) => {
  await openMarketWithBoth(page, 'POL-USDT');
  for (const [index, Price] of ['0.4', '0.41', '0.42'].entries()) {
    await write(page, { side: 'Buy', fields: { Price, Amount: '50' } });
    await expectOpen(page, index + 1);
    await expect(formOf(page).getByLabel('Amount', { exact: true })).toHaveValue('');
  }
  const row = rows(page).nth(1);
  await expect(row.getByText('0.42')).toBeVisible();
  await row.getByRole('button', { name: 'Edit order' }).click();
  await row.getByLabel('Price').fill('0.00001');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('The order price isn’t valid.', { exact: false })).toBeVisible();
  await row.getByLabel('Price').fill('0.35');
  await row.getByLabel('Price').press('Enter');
  await expect(row.getByText('0.35')).toBeVisible();
  await row.getByRole('button', { name: 'Cancel order' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
  await expect(noneOpen(page)).toBeVisible();

  await page.getByRole('tab', { name: 'Order history' }).click();
  const history = page.getByRole('table', { name: 'Order history' });
  await expect(history.getByText('Cancelled').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Side' }).click();
  await page.getByRole('menuitemradio', { name: 'Sell' }).click();
  await expect(page.getByText('No results match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(history.getByText('Cancelled').first()).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^emporion-orders-.*\d{4}-\d\d-\d\d\.csv$/);
  const [names = [], first] = parseCsv(await streamText(await file.createReadStream()));
  const cells = Object.fromEntries(names.map((name, place) => [name, first?.[place]]));
  expect(cells).toMatchObject({ Pair: 'POL-USDT', Side: 'Buy', Status: 'Cancelled' });

  await page.setViewportSize({ width: 390, height: 844 });
  await orderOnPhone(page);
});

/** The form comes up as a sheet and goes once its order is taken, which is a card then. */
async function orderOnPhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: '▲ Buy' }).click();
  const sheet = page.getByRole('dialog', { name: 'Place an order' });
  await sheet.getByLabel('Price', { exact: true }).fill('0.4');
  await sheet.getByLabel('Amount', { exact: true }).fill('50');
  await sheet.getByRole('button', { name: 'Buy POL' }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('tab', { name: 'Orders', exact: true }).click();
  const card = rows(page).nth(1);
  await expect(card.getByText(/^0\.40*$/)).toBeVisible();
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(390);
  await card.getByRole('button', { name: 'Cancel order' }).click();
  await expect(noneOpen(page)).toBeVisible();
}

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

test('what cannot be is said at its field, before and after the server’s word', async ({ page }) => {
  const { other } = await openMarketWithBoth(page, 'TRX-USDT');
  const form = formOf(page);
  await write(page, { side: 'Buy', fields: { Price: '0.25', Amount: '4000000' } });
  await expect(form.getByText('Your balance is too low', { exact: false })).toBeVisible();
  await expect(form.getByLabel('Amount', { exact: true })).toBeFocused();
  await write(page, { side: 'Buy', fields: { Price: '0.25', Amount: '1' } });
  await expect(form.getByText('Allowed: 1 to 5,000,000 USDT.', { exact: false })).toBeVisible();

  await other.place({ type: 0, operation: 'sell', quantity: '100', price: '0.26' });
  await form.getByText('Advanced').click();
  await form.getByLabel('Post-only', { exact: false }).check();
  await write(page, { side: 'Buy', fields: { Price: '0.26', Amount: '50' } });
  await expect(form.getByText('This order would fill immediately', { exact: false })).toBeVisible();
  await expect(form.getByLabel('Price', { exact: true })).toBeFocused();
  const ask = form.getByRole('link', { name: 'Ask about this' });
  expect(await ask.getAttribute('href')).toMatch(/\?about=refusal%3A\w+&said=This\+order\+would\+fill/);
  await expect(noneOpen(page)).toBeVisible();
});

test('without a connection nothing that was written is lost, and nothing is placed twice', async ({
  browser,
}) => {
  // A page of its own: the console rightly complains about what cannot be reached.
  const context = await browser.newContext();
  const page = await context.newPage();
  await openMarketWithBoth(page, 'BNB-USDT');
  const form = formOf(page);
  await form.getByLabel('Amount', { exact: true }).fill('0.1');
  await form.getByLabel('Price', { exact: true }).fill('590');
  // The first answer gets lost on its way back: the order is there, and its sender does not know.
  await page.route(
    '**/api/v1/orders/',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await form.getByRole('button', { name: 'Buy BNB' }).click();
  await expect(form.getByText('It’s safe to retry.', { exact: false })).toBeVisible();
  await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('0.1');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.', { exact: false })).toHaveCount(1);
  await context.setOffline(false);
  await form.getByRole('button', { name: 'Buy BNB' }).click();
  await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('');
  await expect(rows(page)).toHaveCount(2);
  await context.close();
});
