import { demoPassword, logIn, trader } from '../support/log-in.ts';
import { dismissCookieNotice, expect, type Page, test, writeDownToastsHere } from '../support/test.ts';

const pair = 'ETH-USDT';
const second = 'second@emporion.test';

async function bearer(page: Page, email: string) {
  const login = await page.request.post('/api/v1/auth/login/', { data: { email, password: demoPassword } });
  return { authorization: `Bearer ${(await login.json()).access}` };
}

async function place(page: Page, email: string, order: Record<string, string>): Promise<string> {
  const headers = await bearer(page, email);
  const placed = await page.request.post('/api/v1/orders/', { headers, data: { type: 0, pair, ...order } });
  expect(placed.ok(), `the ${order.operation} of ${email}: ${await placed.text()}`).toBe(true);
  return (await placed.json()).id;
}

/** A market that has traded once, with a past that no market of a test has had the time for. */
async function giveHistory(page: Page): Promise<{ readonly asked: string[] }> {
  const asked: string[] = [];
  await page.route('**/candles/**', async (route) => {
    const url = new URL(route.request().url());
    const before = Number(url.searchParams.get('before'));
    asked.push(url.searchParams.get('before') ?? '');
    const results = Array.from({ length: 500 }, (_, index) => {
      const close = 3_100 + 60 * Math.sin(index / 9);
      const [high, low] = [close + 20, close - 20].map((price) => price.toFixed(2));
      const volume = String(5 + (index % 7));
      return {
        time: before - (500 - index) * 3_600,
        open: '3100',
        high,
        low,
        close: close.toFixed(2),
        volume,
      };
    });
    await route.fulfill({ json: { pair, timeframe: '1h', results } });
  });
  return { asked };
}

const chartOf = (page: Page) => page.getByRole('application', { name: `${pair} price, 1h` });

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Moves the mouse until its cursor says what lies there, as a person finds a handle; it may yet have to be drawn. */
async function findCursor(page: Page, cursor: string, places: () => Promise<Place[]>): Promise<Place> {
  let found: Place | undefined;
  await expect(async () => {
    for (const place of await places()) {
      await page.mouse.move(place.x, place.y);
      const canvas = chartOf(page).locator('canvas').last();
      if ((await canvas.evaluate((one) => one.style.cursor)) !== cursor) continue;
      found = place;
      return;
    }
    throw new Error(`Nowhere is the cursor ${cursor}.`);
  }).toPass();
  if (found === undefined) throw new Error(`Nowhere is the cursor ${cursor}.`);
  return found;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function findLabel(page: Page): Promise<Place> {
  return findCursor(page, 'ns-resize', async () => {
    const box = (await chartOf(page).boundingBox()) ?? { x: 0, y: 0, height: 0 };
    return numbers(Math.floor((box.height - 90) / 6)).map((index) => ({
      x: box.x + 16,
      y: box.y + 60 + 6 * index,
    }));
  });
}

test('own orders are pulled, closed and placed on the chart, and its past comes as one scrolls back', async ({
  page,
}) => {
  const headers = await bearer(page, trader);
  await page.request.delete(`/api/v1/orders/?pair=${pair}`, { headers });
  await place(page, second, { operation: 'sell', quantity: '0.01', price: '3100' });
  await place(page, trader, { operation: 'buy', quantity: '0.01', price: '3100' });
  const id = await place(page, trader, { operation: 'buy', quantity: '0.05', price: '3060' });
  const order = async () => {
    const answer = await page.request.get(`/api/v1/orders/${id}/`, { headers });
    return (await answer.json()).order as { price: string; status: string };
  };
  const { asked } = await giveHistory(page);
  await logIn(page);
  await page.goto(`/account/trade/${pair}`);
  await dismissCookieNotice(page);
  await expect(page.getByRole('table', { name: `${pair} latest candles, 1h` }).getByRole('row')).toHaveCount(
    11,
  );
  await expect(page.getByText('Open orders (1)')).toBeVisible();

  await test.step('pulled to another price', async () => {
    const label = await findLabel(page);
    await page.mouse.down();
    await page.mouse.move(label.x, label.y - 15);
    await page.mouse.move(label.x, label.y - 30);
    expect((await order()).price).toBe('3060');
    const isTold = await writeDownToastsHere(page);
    await page.mouse.up();
    await isTold('Order updated');
    const { price } = await order();
    expect(Number(price)).toBeGreaterThan(3_061);
    expect(Number(price)).toBeLessThan(3_160);
    const shown = Number(price).toLocaleString('en-US', { maximumFractionDigits: 2 });
    await expect(page.getByRole('table', { name: 'Open orders' }).getByText(shown).first()).toBeVisible();
  });

  await test.step('given up by Esc, it goes back', async () => {
    const before = await order();
    const label = await findLabel(page);
    await page.mouse.down();
    await page.mouse.move(label.x, label.y + 40, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await findLabel(page);
    expect(await order()).toEqual(before);
  });

  await test.step('scrolled back', async () => {
    const box = (await chartOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const known = asked.length;
    for (let turn = 0; turn < 8 && asked.length === known; turn += 1) {
      await page.mouse.move(box.x + 200, box.y + box.height - 60);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 90, box.y + box.height - 60, { steps: 4 });
      await page.mouse.up();
    }
    await expect.poll(() => asked.length).toBeGreaterThan(known);
    expect(new Set(asked).size).toBe(asked.length);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  });

  await test.step('walked by keys', async () => {
    await chartOf(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText(/: open 3,1\d\d\.\d\d, high/)).toBeAttached();
  });

  await test.step('a limit order at a price', async () => {
    const box = (await chartOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3, { button: 'right' });
    const entry = page.getByRole('menuitem', { name: /^Limit order at/ });
    const price = (await entry.textContent())?.replace(/[^0-9.]/g, '') ?? '';
    await entry.click();
    const form = page.getByRole('region', { name: 'Place an order' });
    await expect(form.getByLabel('Price', { exact: true })).toHaveValue(
      Number(price).toLocaleString('en-US', { maximumFractionDigits: 2 }),
    );
  });

  await test.step('closed', async () => {
    const { x, y } = await findLabel(page);
    const cross = await findCursor(page, 'pointer', async () =>
      numbers(60).map((index) => ({ x: x + 40 + 4 * index, y: y + 8 })),
    );
    await page.mouse.click(cross.x, cross.y);
    await expect(page.getByText('No open orders.', { exact: false })).toBeVisible();
    await expect.poll(async () => (await order()).status).toBe('cancelled');
  });
});
